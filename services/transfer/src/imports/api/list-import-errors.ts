import { Readable } from 'node:stream';
import { type Answer, page, selectFields } from '@plotline/kit/core/answer';
import type { Caller } from '@plotline/kit/core/caller';
import type { Call, Handler } from '@plotline/kit/http/handler';
import type { ListQuery } from '@plotline/kit/store/lists/list';
import type { Job } from '@plotline/kit/tasks/job';
import type { Context } from '../../context.js';
import { formatCell, formatCsv, readPath } from '../../formats/work/write-csv.js';
import type { ImportData, ImportInput } from '../model/import.js';
import { importFields } from '../model/import-fields.js';
import type { ImportError } from '../store/import-errors.js';
import { toImportErrorJson } from './import-json.js';
import { findImport } from './permitted-resources.js';

interface ErrorsQuery extends ListQuery {
  readonly fields?: readonly string[];
  readonly format?: 'json' | 'csv';
}

/** Number of rows that are written together. */
const maxBatch = 200;
/** Columns added to the columns of the file. An import ignores them, unless a mapping contains them. */
const addedColumns = ['row', 'error'] as const;

/**
 * Returns the columns of the file. If the file has no header, returns the columns in the mapping, or all fields if
 * there is no mapping.
 */
function listColumns({ columns, mapping, resource }: ImportInput): string[] {
  const all = columns ?? mapping?.map(({ column }) => column) ?? [...importFields[resource].keys()];
  const added: readonly string[] = addedColumns;
  return all.filter((column) => !added.includes(column));
}

/** Returns the value in a column. In JSON, the column may be a path. */
function readValue(values: unknown, column: string): unknown {
  return readPath(values, [column]) ?? readPath(values, column.split('.'));
}

function describeFaults({ faults }: ImportError): string {
  return faults.map(({ field, message }) => (field === '' ? message : `${field} ${message}`)).join('; ');
}

async function* writeErrors(errors: AsyncIterable<ImportError>, columns: readonly string[]): AsyncGenerator<string> {
  let rows: string[][] = [[...columns, ...addedColumns].map(formatCell)];
  for await (const error of errors) {
    const values: unknown = JSON.parse(error.values);
    const cells = columns.map((column) => formatCell(readValue(values, column)));
    rows.push([...cells, formatCell(error.row), formatCell(describeFaults(error))]);
    if (rows.length < maxBatch) continue;
    yield formatCsv(rows);
    rows = [];
  }
  if (rows.length > 0) yield formatCsv(rows);
}

function answerCsv({ importErrors }: Context, { workspaceId, mode }: Caller, { id, input }: Job<ImportData>): Answer {
  const open = () => {
    // The deadline of the call is not used, because a download may take longer.
    const errors = importErrors.readAll({ workspaceId, mode }, id);
    return Readable.from(writeErrors(errors, listColumns(input)), { objectMode: false });
  };
  return { status: 200, file: { type: 'text/csv; charset=utf-8', name: `${id}-errors.csv`, open } };
}

function wantsCsv({ query, header }: Call<unknown, ErrorsQuery>): boolean {
  if (query.format !== undefined) return query.format === 'csv';
  return /^text\/csv\b/i.test(header('accept')?.trim() ?? '');
}

/** GET /v1/imports/:id/errors */
export function listImportErrors(context: Context): Handler<unknown, ErrorsQuery> {
  return async (call) => {
    const { caller, query } = call;
    const job = await findImport(context, caller, call.path('id'));
    if (wantsCsv(call)) return answerCsv(context, caller, job);
    const { records, info } = await context.importErrors.list(caller, job.id, query);
    return page(
      records.map((error) => selectFields(toImportErrorJson(error), query.fields)),
      info,
    );
  };
}
