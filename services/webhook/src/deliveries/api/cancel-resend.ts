import type { Handler } from '@plotline/kit/http/handler';
import { answerJob } from '@plotline/kit/tasks/job';
import type { Context } from '../../context.js';
import { findResend } from './get-resend.js';
import { toResendJson } from './resend-json.js';

/** POST /v1/webhooks/:id/resends/:resend_id/cancel */
export function cancelResend(context: Context): Handler {
  return async (call) => {
    const { id } = await findResend(context, call);
    const { answer } = await context.resends.cancel(call, id, (job) => answerJob(200, job, toResendJson(job)));
    return answer;
  };
}
