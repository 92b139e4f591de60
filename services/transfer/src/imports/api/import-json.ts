import { type Job, toJobJson } from '@plotline/kit/tasks/job';
import { type Conversion, defaultConversion, type Translation } from '../model/conversion.js';
import { describeColumns } from '../model/describe-column.js';
import type { FailedRow } from '../model/failed-row.js';
import type { ImportData, MappedColumn } from '../model/import.js';
import type { SampleRow } from '../model/sample-row.js';
import type { toUndoJson } from './undo-json.js';

function toMappingJson(mapping: readonly MappedColumn[] | null): Readonly<Record<string, string>> | null {
  return mapping && Object.fromEntries(mapping.map(({ column, field }) => [column, field]));
}

function toValueMapJson(translations: readonly Translation[]) {
  const fields = [...new Set(translations.map(({ field }) => field))];
  return Object.fromEntries(
    fields.map((field) => {
      const own = translations.filter((translation) => translation.field === field);
      return [field, Object.fromEntries(own.map(({ from, to }) => [from, to]))];
    }),
  );
}

function toConversionJson({ number_format, date_order, value_map, defaults }: Conversion) {
  return {
    number_format,
    date_order,
    value_map: toValueMapJson(value_map),
    defaults: Object.fromEntries(defaults.map(({ field, value }) => [field, value])),
  };
}

/** Renders an import for the public API, with its rendered undo. */
export function toImportJson(job: Job<ImportData>, undo: ReturnType<typeof toUndoJson> = null) {
  const { id, status, progress, error, ...times } = toJobJson(job);
  const { resource, mode, dry_run, on_duplicate, format, charset, separator, sheet, mapping } = job.input;
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
    sheet: sheet ?? null,
    mapping: toMappingJson(mapping),
    ...toConversionJson(job.input.conversion ?? defaultConversion),
    error,
    undo,
    ...times,
  };
}

/** Renders a row as it would be stored. */
export function toSampleRowJson({ row, record, faults }: SampleRow) {
  const value: unknown = JSON.parse(record);
  return { row, record: value, details: faults };
}

/** Maximum number of created records whose ids an import shows. */
const maxCreatedIds = 20;

/**
 * Renders an import in full, with the meaning of its columns and the first rows of a dry run. Also includes the ids of
 * the first created records.
 */
export function toFullImportJson(
  job: Job<ImportData>,
  undo: ReturnType<typeof toUndoJson>,
  createdIds: readonly string[],
) {
  const { input, state } = job;
  const { resource, format, conversion = defaultConversion } = input;
  const description = { resource, format, mapping: toMappingJson(input.mapping) };
  return {
    ...toImportJson(job, undo),
    understood: state.evidence ? describeColumns(description, conversion, state.evidence) : null,
    sample: input.dry_run ? (state.sample ?? []).map(toSampleRowJson) : null,
    created_ids: input.dry_run ? null : createdIds.slice(0, maxCreatedIds),
  };
}

/**
 * Renders a failed row for the public API. `field` and `message` describe its first error; `details` has all errors.
 */
export function toImportErrorJson({ row, faults, values }: FailedRow) {
  const record: unknown = JSON.parse(values);
  const { field = '', message = '' } = faults[0] ?? {};
  return { row, field, message, details: faults, values: record };
}
