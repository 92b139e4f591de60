import { invalid } from '@plotline/kit/core/errors';
import type { Handler } from '@plotline/kit/http/handler';
import { answerJob } from '@plotline/kit/tasks/job';
import type { Context } from '../../context.js';
import { noResends, type ResendData } from '../model/resend.js';
import { parseResendRange, type RangeClock } from '../model/resend-range.js';
import { inactive } from './inactive.js';
import { toResendJson } from './resend-json.js';

interface ResendRequest {
  readonly from: string;
  readonly to?: string;
  readonly status?: string | readonly string[];
  readonly event?: string | readonly string[];
}

/** Statuses of deliveries that have not reached the receiver yet. */
const defaultStatuses = ['pending', 'failed'];

function toInput(
  webhookId: string,
  { from, to, status, event }: ResendRequest,
  clock: RangeClock,
): ResendData['input'] {
  const range = parseResendRange(from, to, clock);
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
    const webhook = await context.webhooks.subscriptions.getExisting(caller, path('id'));
    const input = toInput(webhook.id, body, { now: clock(), timeZone: caller.timeZone });
    if (!webhook.active) throw inactive(context.webhooks, webhook);
    const state = { cursor: '', awaited: [] };
    const job = { resource: webhook.id, input, state, counts: noResends };
    const { answer } = await resends.create(call, job, (created) => answerJob(202, created, toResendJson(created)));
    return answer;
  };
}
