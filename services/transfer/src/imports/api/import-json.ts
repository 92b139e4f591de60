import type { Job } from '@plotline/kit/tasks/job';
import { toJobJson } from '@plotline/kit/tasks/job-json';
import type { FailedRow } from '../model/failed-row.js';
import type { ImportData, MappedColumn } from '../model/import.js';

function toMappingJson(mapping: readonly MappedColumn[] | null): Readonly<Record<string, string>> | null {
  return mapping && Object.fromEntries(mapping.map(({ column, field }) => [column, field]));
}

/** Renders an import for the public API. */
export function toImportJson(job: Job<ImportData>) {
  const { id, status, progress, error, ...times } = toJobJson(job);
  const { resource, mode, dry_run, on_duplicate, format, charset, separator, mapping } = job.input;
  const { created, updated, unchanged, failed } = job.counts;
  return {
    id,
    resource,
    mode,
    dry_run,
    on_duplicate,
    status,
    progress,
    rows: { total: job.total, processed: job.processed, created, updated, unchanged, failed },
    format,
    charset,
    separator,
    mapping: toMappingJson(mapping),
    error,
    ...times,
  };
}

/** Renders a failed row for the public API. `field` and `message` are of its first fault, `details` has all. */
export function toImportErrorJson({ row, faults, values }: FailedRow) {
  const record: unknown = JSON.parse(values);
  const { field = '', message = '' } = faults[0] ?? {};
  return { row, field, message, details: faults, values: record };
}
