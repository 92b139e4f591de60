import { page, selectFields } from '@plotline/kit/core/answer';
import type { Handler } from '@plotline/kit/http/handler';
import { answerJob } from '@plotline/kit/tasks/job';
import type { JobListQuery } from '@plotline/kit/tasks/job-queue';
import type { Context } from '../../context.js';
import { getVisible, matchVisible } from '../store/export-queue.js';
import { createExportRendering } from './export-json.js';

interface FieldsQuery {
  readonly fields?: readonly string[];
}

/** GET /v1/exports */
export function listExports(context: Context): Handler<unknown, JobListQuery & FieldsQuery> {
  return async ({ caller, query }) => {
    const { records, info } = await context.exports.list(caller, query, matchVisible(caller));
    const toJson = createExportRendering(context, caller);
    return page(
      records.map((job) => selectFields(toJson(job), query.fields)),
      info,
    );
  };
}

/** GET /v1/exports/:id */
export function getExport(context: Context): Handler<unknown, FieldsQuery> {
  return async ({ caller, path, query }) => {
    const job = await getVisible(context.exports, caller, path('id'));
    return answerJob(200, job, selectFields(createExportRendering(context, caller)(job), query.fields));
  };
}
