import { page, selectFields } from '@plotline/kit/core/answer';
import type { Handler } from '@plotline/kit/http/handler';
import { answerJob } from '@plotline/kit/tasks/job-json';
import type { JobListQuery } from '@plotline/kit/tasks/job-queue';
import type { Context } from '../../context.js';
import type { ImportMode } from '../model/import.js';
import type { ImportResource } from '../model/import-fields.js';
import { toFullImportJson, toImportJson } from './import-json.js';
import { findImport, listPermitted } from './permitted-resources.js';

interface FieldsQuery {
  readonly fields?: readonly string[];
}

interface ImportsQuery extends JobListQuery, FieldsQuery {
  readonly resource?: readonly ImportResource[];
  readonly mode?: readonly ImportMode[];
  readonly dry_run?: boolean;
}

/** GET /v1/imports */
export function listImports({ imports }: Context): Handler<unknown, ImportsQuery> {
  return async ({ caller, query }) => {
    const { resource, mode, dry_run } = query;
    const permitted = listPermitted(caller).filter((one) => resource === undefined || resource.includes(one));
    const filter = {
      resource: { $in: permitted },
      ...(mode && { 'input.mode': { $in: mode } }),
      ...(dry_run !== undefined && { 'input.dry_run': dry_run }),
    };
    const { records, info } = await imports.list(caller, query, filter);
    return page(
      records.map((job) => selectFields(toImportJson(job), query.fields)),
      info,
    );
  };
}

/** GET /v1/imports/:id */
export function getImport(context: Context): Handler<unknown, FieldsQuery> {
  return async ({ caller, path, query }) => {
    const job = await findImport(context, caller, path('id'));
    return answerJob(200, job, selectFields(toFullImportJson(job), query.fields));
  };
}
