import { page, selectFields } from '@plotline/kit/core/answer';
import type { Caller } from '@plotline/kit/core/caller';
import { conflict, notFound } from '@plotline/kit/core/errors';
import { assertScopes } from '@plotline/kit/http/authorize';
import type { Handler } from '@plotline/kit/http/handler';
import { answerJob } from '@plotline/kit/tasks/job-json';
import type { JobListQuery } from '@plotline/kit/tasks/job-queue';
import type { Context } from '../../context.js';
import { type ExportFormat, type ExportResource, maxKeptBytes, readScopes } from '../model/export.js';
import { type Filters, toFilterProblem, toQuery } from '../model/export-filters.js';
import { canView, type ExportJob, matchVisible, measureKeptFiles } from '../store/export-queue.js';
import { createLinkToken } from './download-link.js';
import { toExportJson } from './export-json.js';

interface FieldsQuery {
  readonly fields?: readonly string[];
}

interface ExportBody {
  readonly resource: ExportResource;
  readonly format: ExportFormat;
  readonly filters?: Filters;
  readonly gzip?: boolean;
}

function toJson({ runtime, linkKeys, authUrl }: Context, tenant: Caller) {
  return (job: ExportJob) =>
    toExportJson(job, runtime.clock(), (expiresAt) => {
      const token = createLinkToken({ tenant, exportId: job.id }, expiresAt, linkKeys);
      return `${authUrl}/downloads/${token}`;
    });
}

async function getVisible({ exports }: Context, caller: Caller, id: string): Promise<ExportJob> {
  const job = await exports.get(caller, id);
  if (!job || !canView(caller, job)) throw notFound();
  return job;
}

/** Throws CONFLICT (`export_files_full`) when there is no room for another downloadable file. */
async function assertRoom({ exports, runtime }: Context, caller: Caller): Promise<void> {
  const { bytes, firstEnd } = await measureKeptFiles(exports, caller, runtime.clock());
  if (bytes < maxKeptBytes || !firstEnd) return;
  const until = firstEnd.toISOString();
  const message = `The downloadable files of exports have ${maxKeptBytes} bytes. The first of them is removed at ${until}.`;
  throw conflict(message, 'export_files_full', { limit: maxKeptBytes, until });
}

/** POST /v1/exports */
export function createExport(context: Context): Handler<ExportBody> {
  const { exports, recordReader } = context;
  return async (call) => {
    const { caller, body } = call;
    const { resource, format, filters = {}, gzip = false } = body;
    assertScopes(caller.scopes, [readScopes[resource]]);
    const query = toQuery(filters);
    const total = await recordReader.count(caller, { resource, query }).catch((error: unknown) => {
      throw toFilterProblem(error);
    });
    await assertRoom(context, caller);
    const input = { resource, format, gzip, filters, query };
    const job = { resource, input, state: { restarts: 0, file: null }, counts: { records: 0 }, total };
    const { answer } = await exports.create(call, job, (created) =>
      answerJob(202, created, toJson(context, caller)(created)),
    );
    return answer;
  };
}

/** GET /v1/exports */
export function listExports(context: Context): Handler<unknown, JobListQuery & FieldsQuery> {
  return async ({ caller, query }) => {
    const { records, info } = await context.exports.list(caller, query, matchVisible(caller));
    const toExport = toJson(context, caller);
    return page(
      records.map((job) => selectFields(toExport(job), query.fields)),
      info,
    );
  };
}

/** GET /v1/exports/:id */
export function getExport(context: Context): Handler<unknown, FieldsQuery> {
  return async ({ caller, path, query }) => {
    const job = await getVisible(context, caller, path('id'));
    return answerJob(200, job, selectFields(toJson(context, caller)(job), query.fields));
  };
}

/** POST /v1/exports/:id/cancel */
export function cancelExport(context: Context): Handler {
  return async (call) => {
    const { id } = await getVisible(context, call.caller, call.path('id'));
    const toAnswer = (job: ExportJob) => answerJob(200, job, toJson(context, call.caller)(job));
    return (await context.exports.cancel(call, id, toAnswer)).answer;
  };
}
