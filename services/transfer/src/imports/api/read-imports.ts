import { page, selectFields } from '@plotline/kit/core/answer';
import type { Handler } from '@plotline/kit/http/handler';
import type { Job } from '@plotline/kit/tasks/job';
import type { JobListQuery } from '@plotline/kit/tasks/job-queue';
import type { Context } from '../../context.js';
import type { ImportData, ImportMode } from '../model/import.js';
import type { ImportResource } from '../model/import-fields.js';
import { toFullImportJson, toImportJson } from './import-json.js';
import { findImport, listPermitted } from './permitted-resources.js';
import { answerImport, toUndoJson } from './undo-json.js';

interface FieldsQuery {
  readonly fields?: readonly string[];
}

interface ImportsQuery extends JobListQuery, FieldsQuery {
  readonly resource?: readonly ImportResource[];
  readonly mode?: readonly ImportMode[];
  readonly dry_run?: boolean;
}

/** GET /v1/imports */
export function listImports({ imports, importUndos, runtime }: Context): Handler<unknown, ImportsQuery> {
  return async ({ caller, query }) => {
    const { resource, mode, dry_run } = query;
    const permitted = listPermitted(caller).filter((one) => resource === undefined || resource.includes(one));
    const filter = {
      resource: { $in: permitted },
      ...(mode && { 'input.mode': { $in: mode } }),
      ...(dry_run !== undefined && { 'input.dry_run': dry_run }),
    };
    const { records, info } = await imports.list(caller, query, filter);
    const undos = await importUndos.getByImports(
      caller,
      records.map(({ id }) => id),
    );
    const now = runtime.clock();
    const toJson = (job: Job<ImportData>) => toImportJson(job, toUndoJson(job, undos.get(job.id), now));
    return page(
      records.map((job) => selectFields(toJson(job), query.fields)),
      info,
    );
  };
}

/** GET /v1/imports/:id */
export function getImport(context: Context): Handler<unknown, FieldsQuery> {
  return async ({ caller, path, query }) => {
    const job = await findImport(context, caller, path('id'));
    const undo = await context.importUndos.getByImport(caller, job.id);
    const created = await context.createdRecords.findNext(caller, job.id, 0);
    const json = toFullImportJson(job, toUndoJson(job, undo, context.runtime.clock()), created?.ids ?? []);
    return answerImport(200, job, undo, selectFields(json, query.fields));
  };
}
