import { Readable } from 'node:stream';
import { ok } from '@plotline/kit/core/answer';
import type { Caller } from '@plotline/kit/core/caller';
import { invalid } from '@plotline/kit/core/errors';
import { newId } from '@plotline/kit/core/ids';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import { type FileRecord, fileFault, type ImportFormat } from '../../formats/model/file-record.js';
import { type OpenedFile, openFile } from '../../formats/work/open-file.js';
import { EvidenceCollector } from '../model/column-evidence.js';
import { describeColumns } from '../model/describe-column.js';
import type { ImportMode } from '../model/import.js';
import type { ImportResource } from '../model/import-fields.js';
import { assertMapping, findNamedFields, guessMapping, type Mapping } from '../model/mapping.js';
import type { SourceDescription } from '../model/record-source.js';
import { maxSampleRows, type SampleRow } from '../model/sample-row.js';
import { createRecordMapper } from '../model/to-record.js';
import { readConversion, type SentConversion } from './conversion-options.js';
import { toSampleRowJson } from './import-json.js';
import { separatorNames } from './import-options.js';
import { assertMayImport } from './permitted-resources.js';

interface PreviewBody extends SentConversion {
  readonly resource: ImportResource;
  readonly text: string;
  readonly format: ImportFormat;
  readonly separator?: string;
  readonly mode?: ImportMode;
  readonly mapping?: Mapping;
}

/** Reads the records. The text may end within the last one, which is then left out. */
async function readRecords({ records }: OpenedFile): Promise<readonly FileRecord[]> {
  const all: FileRecord[] = [];
  try {
    for await (const record of records) all.push(record);
  } catch (error) {
    if (all.length === 0) throw error;
  }
  const isBroken = all.at(-1)?.fault !== undefined;
  return isBroken ? all.slice(0, -1) : all;
}

function chooseMapping({ resource, mapping }: PreviewBody, opened: OpenedFile, columns: readonly string[]): Mapping {
  if (mapping) {
    assertMapping(resource, mapping, opened.columns);
    return mapping;
  }
  return opened.columns ? guessMapping(resource, columns) : findNamedFields(resource, columns);
}

type MappedRow = SampleRow & Pick<FileRecord, 'number'>;

/** Lets the service that owns the records check the rows. Stores nothing. */
async function checkRows(
  { recordImporter }: Pick<Context, 'recordImporter'>,
  caller: Caller,
  { resource, mode = 'create' }: PreviewBody,
  rows: readonly MappedRow[],
): Promise<readonly SampleRow[]> {
  if (rows.length === 0) return rows;
  const results = await recordImporter.importRows(caller, {
    import_id: newId('imp'),
    resource,
    mode,
    dry_run: true,
    on_duplicate: '',
    only_kept: false,
    rows: rows.map(({ number, record, faults }) => {
      const texts =
        faults.length > 0 ? { record: '', partial_record: record } : { record, partial_record: '' };
      return { number, ...texts, faults: [...faults] };
    }),
  });
  return rows.map((row, place) => ({ ...row, faults: results[place]?.faults ?? row.faults }));
}

/** Converts the first records like an import, which would know the whole file. */
function mapRows(
  records: readonly FileRecord[],
  description: SourceDescription,
  basis: Parameters<typeof createRecordMapper>[1],
): readonly MappedRow[] {
  const map = createRecordMapper(description, basis);
  return records.slice(0, maxSampleRows).map(({ number, values, fault }) => {
    const mapped = fault === undefined ? map(values) : { record: {}, faults: [{ field: '', message: fault }] };
    return { number, row: number, record: JSON.stringify(mapped.record), faults: mapped.faults };
  });
}

/** POST /v1/imports/preview */
export function previewImport(context: Pick<Context, 'recordImporter'>): Handler<PreviewBody> {
  return async ({ caller, body }) => {
    const { resource, text, format, separator: name } = body;
    assertMayImport(caller, resource);
    const { conversion, faults } = readConversion(resource, body);
    if (faults.length > 0) throw invalid(...faults);
    const separator = name === undefined ? undefined : separatorNames.get(name);
    const content = Readable.from([Buffer.from(text)]);
    const opened = await openFile(content, { resource, format, charset: 'utf-8', separator });
    const records = await readRecords(opened);
    const columns = opened.columns ?? [...new Set(records.flatMap(({ values }) => Object.keys(values)))];
    if (records.length === 0 && !opened.columns) throw fileFault('has no record');
    const mapping = chooseMapping(body, opened, columns);
    const usesObjects = format.startsWith('json') && body.mapping === undefined;
    const description = { resource, format, mapping: usesObjects ? null : mapping };
    const collector = new EvidenceCollector(description, conversion);
    for (const record of records) collector.add(record);
    const evidence = collector.toEvidence();
    const { timeZone } = caller;
    const rows = mapRows(records, description, { conversion, evidence, timeZone });
    const isMapped = usesObjects || Object.keys(mapping).length > 0;
    const checked = isMapped ? await checkRows(context, caller, body, rows) : [];
    return ok({
      format,
      separator: opened.separator ?? null,
      columns,
      mapping,
      rows: records.slice(0, maxSampleRows).map(({ values }) => values),
      understood: describeColumns(description, conversion, evidence).filter(({ column }) => columns.includes(column)),
      sample: checked.map(toSampleRowJson),
    });
  };
}
