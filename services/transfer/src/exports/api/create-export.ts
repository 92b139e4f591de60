import type { Caller } from '@plotline/kit/core/caller';
import { conflict, invalid } from '@plotline/kit/core/errors';
import { assertScopes } from '@plotline/kit/http/authorize';
import type { Handler } from '@plotline/kit/http/handler';
import { answerJob } from '@plotline/kit/tasks/job';
import type { Context } from '../../context.js';
import { useDailyQuota } from '../../usage/work/daily-quota.js';
import { type ExportFormat, type ExportResource, maxKeptBytes, readScopes } from '../model/export.js';
import { type Filters, toFilterProblem, toQuery } from '../model/export-filters.js';
import { measureKeptFiles } from '../store/export-queue.js';
import { createExportRendering } from './export-json.js';

interface ExportBody {
  readonly resource: ExportResource;
  readonly format: ExportFormat;
  readonly filters?: Filters;
  readonly gzip?: boolean;
  readonly bom?: boolean;
}

/**
 * Throws VALIDATION_ERROR if a byte order mark is requested for JSON, which must not have one (RFC 8259, section 8.1).
 */
function assertMark(format: ExportFormat, bom: boolean): void {
  if (bom && format !== 'csv') throw invalid({ field: 'bom', message: 'must be false unless `format` is csv' });
}

/** Throws CONFLICT (`export_files_full`) if the downloadable files have reached their maximum size. */
async function assertRoom({ exports, runtime }: Context, caller: Caller): Promise<void> {
  const { bytes, firstEnd } = await measureKeptFiles(exports, caller, runtime.clock());
  if (bytes < maxKeptBytes || !firstEnd) return;
  const until = firstEnd.toISOString();
  const message = `The downloadable export files have reached ${maxKeptBytes} bytes. The oldest is removed at ${until}.`;
  throw conflict(message, 'export_files_full', { limit: maxKeptBytes, until });
}

/** POST /v1/exports */
export function createExport(context: Context): Handler<ExportBody> {
  const { exports, recordReader } = context;
  return async (call) => {
    const { caller, body } = call;
    const { resource, format, filters = {}, gzip = false, bom = false } = body;
    assertScopes(caller.scopes, [readScopes[resource]]);
    assertMark(format, bom);
    const query = toQuery(filters);
    const total = await recordReader.count(caller, { resource, query }).catch((error: unknown) => {
      throw toFilterProblem(error);
    });
    await assertRoom(context, caller);
    const headers = await useDailyQuota(context, caller, 'exports', exports);
    const input = { resource, format, gzip, bom, filters, query };
    const job = { resource, input, state: { restarts: 0, file: null }, counts: { records: 0 }, total };
    const toJson = createExportRendering(context, caller);
    const { answer } = await exports.create(call, job, (created) => answerJob(202, created, toJson(created), headers));
    return answer;
  };
}
