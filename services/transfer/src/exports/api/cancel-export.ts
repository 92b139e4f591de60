import type { Handler } from '@plotline/kit/http/handler';
import { answerJob } from '@plotline/kit/tasks/job';
import type { Context } from '../../context.js';
import { getVisible } from '../store/export-queue.js';
import { createExportRendering } from './export-json.js';

/** POST /v1/exports/:id/cancel */
export function cancelExport(context: Context): Handler {
  const { exports } = context;
  return async (call) => {
    const { id } = await getVisible(exports, call.caller, call.path('id'));
    const toJson = createExportRendering(context, call.caller);
    return (await exports.cancel(call, id, (job) => answerJob(200, job, toJson(job)))).answer;
  };
}
