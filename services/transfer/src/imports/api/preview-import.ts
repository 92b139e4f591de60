import { Readable } from 'node:stream';
import { ok } from '@plotline/kit/core/answer';
import { invalid } from '@plotline/kit/core/errors';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import { type FileRecord, fileFault, type ImportFormat, isJson } from '../../formats/model/file-record.js';
import { type OpenedFile, openFile } from '../../formats/work/open-file.js';
import { EvidenceCollector } from '../model/column-evidence.js';
import { describeColumns } from '../model/describe-column.js';
import type { ImportMode } from '../model/import.js';
import type { ImportResource } from '../model/import-fields.js';
import { assertMapping, findNamedFields, guessMapping, type Mapping } from '../model/mapping.js';
import { maxSampleRows } from '../model/sample-row.js';
import { createRecordMapper } from '../model/to-record.js';
import { readConversion, type SentConversion } from './conversion-options.js';
import { toSampleRowJson } from './import-json.js';
import { separatorNames } from './import-options.js';
import { assertMayImport } from './permitted-resources.js';
import { previewRows } from './preview-rows.js';

interface PreviewBody extends SentConversion {
  readonly resource: ImportResource;
  readonly text: string;
  readonly format: ImportFormat;
  readonly separator?: string;
  readonly mode?: ImportMode;
  readonly mapping?: Mapping;
}

/** Returns whether the text ends within the record. Such a record can't be read or lacks its last cells. */
function isCutOff({ columns = [] }: OpenedFile, { values, fault }: FileRecord, text: string): boolean {
  if (fault !== undefined) return true;
  return !/[\r\n]$/.test(text) && columns.some((column) => !Object.hasOwn(values, column));
}

/** Reads the records. Drops the last one if the text ends within it. */
async function readRecords(opened: OpenedFile, text: string): Promise<readonly FileRecord[]> {
  const all: FileRecord[] = [];
  try {
    for await (const record of opened.records) all.push(record);
  } catch (error) {
    if (all.length === 0) throw error;
  }
  const last = all.at(-1);
  return last && isCutOff(opened, last, text) ? all.slice(0, -1) : all;
}

/** Returns the names of the fields in the records of a file without a header. Throws when there are none. */
function listNames(records: readonly FileRecord[]): readonly string[] {
  if (records.length === 0) throw fileFault('has no record');
  return [...new Set(records.flatMap(({ values }) => Object.keys(values)))];
}

/** Reads the options of a preview. Throws VALIDATION_ERROR. */
function readOptions(body: PreviewBody) {
  const { conversion, faults } = readConversion(body.resource, body);
  if (faults.length > 0) throw invalid(...faults);
  const { separator } = body;
  return { conversion, separator: separator === undefined ? undefined : separatorNames.get(separator) };
}

function chooseMapping({ resource, mapping }: PreviewBody, opened: OpenedFile, columns: readonly string[]): Mapping {
  if (mapping) {
    assertMapping(resource, mapping, opened.columns);
    return mapping;
  }
  return opened.columns ? guessMapping(resource, columns) : findNamedFields(resource, columns);
}

/** Returns whether the first records have the column. In JSON objects, fields are named by their paths. */
function isInFile(columns: readonly string[], column: string, usesObjects: boolean): boolean {
  return columns.includes(usesObjects ? (column.split('.')[0] ?? '') : column);
}

/** POST /v1/imports/preview */
export function previewImport(context: Pick<Context, 'recordImporter'>): Handler<PreviewBody> {
  return async ({ caller, body }) => {
    const { resource, text, format } = body;
    assertMayImport(caller, resource);
    const { conversion, separator } = readOptions(body);
    const content = Readable.from([Buffer.from(text)]);
    const opened = await openFile(content, { resource, format, charset: 'utf-8', separator });
    const records = await readRecords(opened, text);
    const columns = opened.columns ?? listNames(records);
    const mapping = chooseMapping(body, opened, columns);
    const usesObjects = isJson(format) && body.mapping === undefined;
    const description = { resource, format, mapping: usesObjects ? null : mapping };
    const collector = new EvidenceCollector(description, conversion);
    for (const record of records) collector.add(record);
    const evidence = collector.toEvidence();
    const map = createRecordMapper(description, { conversion, evidence, timeZone: caller.timeZone });
    const isMapped = usesObjects || Object.keys(mapping).length > 0;
    const shown = records.slice(0, maxSampleRows);
    const sample = isMapped ? await previewRows(context.recordImporter, caller, body, shown, map) : [];
    const described = describeColumns(description, conversion, evidence);
    return ok({
      format,
      separator: opened.separator ?? null,
      columns,
      mapping,
      rows: shown.map(({ values }) => values),
      understood: described.filter(({ column }) => isInFile(columns, column, usesObjects)),
      sample: sample.map(toSampleRowJson),
    });
  };
}
