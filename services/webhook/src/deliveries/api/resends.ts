import { page, selectFields } from '@plotline/kit/core/answer';
import { invalid, notFound } from '@plotline/kit/core/errors';
import type { Call, Handler } from '@plotline/kit/http/handler';
import type { Job } from '@plotline/kit/tasks/job';
import { answerJob } from '@plotline/kit/tasks/job-json';
import type { JobListQuery } from '@plotline/kit/tasks/job-queue';
import type { Context } from '../../context.js';
import { findSubscription } from '../../subscriptions/api/read-subscriptions.js';
import { noResends, type ResendData } from '../model/resend.js';
import { parseResendRange } from '../model/resend-range.js';
import { inactive } from './inactive.js';
import { toResendJson } from './resend-json.js';

interface ResendRequest {
  readonly from: string;
  readonly to?: string;
  readonly status?: string | readonly string[];
  readonly event?: string | readonly string[];
}

interface ResendQuery extends JobListQuery {
  readonly fields?: readonly string[];
}

interface FieldsQuery {
  readonly fields?: readonly string[];
}

/** Statuses of deliveries that have not reached the receiver yet. */
const defaultStatuses = ['pending', 'failed'];

function toInput(webhookId: string, { from, to, status, event }: ResendRequest, now: Date): ResendData['input'] {
  const range = parseResendRange(from, to, now);
  if ('field' in range) throw invalid(range);
  return {
    webhook_id: webhookId,
    from: range.from.toISOString(),
    to: range.to.toISOString(),
    status: [...new Set([status ?? defaultStatuses].flat())],
    event: event === undefined ? null : [...new Set([event].flat())],
  };
}

/** POST /v1/webhooks/:id/resend */
export function createResend(context: Context): Handler<ResendRequest> {
  const { resends, clock } = context;
  return async (call) => {
    const { caller, path, body } = call;
    const webhook = await findSubscription(context.webhooks, caller, path('id'));
    const input = toInput(webhook.id, body, clock());
    if (!webhook.active) throw inactive(context.webhooks, webhook);
    const state = { cursor: '', awaited: [] };
    const job = { resource: webhook.id, input, state, counts: noResends };
    const { answer } = await resends.create(call, job, (created) => answerJob(202, created, toResendJson(created)));
    return answer;
  };
}

/** GET /v1/webhooks/:id/resends */
export function listResends(context: Context): Handler<unknown, ResendQuery> {
  return async ({ caller, path, query }) => {
    const { id } = await findSubscription(context.webhooks, caller, path('id'));
    const { records, info } = await context.resends.list(caller, query, { resource: id });
    return page(
      records.map((job) => selectFields(toResendJson(job), query.fields)),
      info,
    );
  };
}

/**
 * Returns the resend with the ids in the path. Rejects with NOT_FOUND when it is missing, or belongs to another
 * webhook.
 */
async function findResend(context: Context, { caller, path }: Pick<Call, 'caller' | 'path'>): Promise<Job<ResendData>> {
  const { id } = await findSubscription(context.webhooks, caller, path('id'));
  const job = await context.resends.get(caller, path('resend_id'));
  if (job?.resource !== id) throw notFound();
  return job;
}

/** GET /v1/webhooks/:id/resends/:resend_id */
export function getResend(context: Context): Handler<unknown, FieldsQuery> {
  return async (call) => {
    const job = await findResend(context, call);
    return answerJob(200, job, selectFields(toResendJson(job), call.query.fields));
  };
}

/** POST /v1/webhooks/:id/resends/:resend_id/cancel */
export function cancelResend(context: Context): Handler {
  return async (call) => {
    const { id } = await findResend(context, call);
    const { answer } = await context.resends.cancel(call, id, (job) => answerJob(200, job, toResendJson(job)));
    return answer;
  };
}
