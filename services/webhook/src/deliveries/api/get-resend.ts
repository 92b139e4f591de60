import { selectFields } from '@plotline/kit/core/answer';
import { notFound } from '@plotline/kit/core/errors';
import type { Call, Handler } from '@plotline/kit/http/handler';
import { answerJob, type Job } from '@plotline/kit/tasks/job';
import type { Context } from '../../context.js';
import type { ResendData } from '../model/resend.js';
import { toResendJson } from './resend-json.js';

interface FieldsQuery {
  readonly fields?: readonly string[];
}

/**
 * Returns the resend with the ids in the path. Rejects with NOT_FOUND when the resend is missing, or belongs to another
 * webhook.
 */
export async function findResend(
  context: Context,
  { caller, path }: Pick<Call, 'caller' | 'path'>,
): Promise<Job<ResendData>> {
  const { id } = await context.webhooks.subscriptions.getExisting(caller, path('id'));
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
