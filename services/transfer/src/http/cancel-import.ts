import type { Handler } from '@plotline/kit/http/handler';
import { answerJob } from '@plotline/kit/jobs/job-json';
import type { Context } from '../context.js';
import { toImportJson } from '../json/import.js';
import { findImport } from './permitted-resources.js';

/** POST /v1/imports/:id/cancel */
export function cancelImport(context: Context): Handler {
  return async (call) => {
    const { id } = await findImport(context, call.caller, call.path('id'));
    const { answer } = await context.imports.cancel(call, id, (job) => answerJob(200, job, toImportJson(job)));
    return answer;
  };
}
