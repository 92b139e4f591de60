import { Readable } from 'node:stream';
import { ok } from '@plotline/kit/core/answer';
import type { Handler } from '@plotline/kit/http/handler';
import { type FileRecord, fileFault, type ImportFormat } from '../../formats/model/file-record.js';
import { type OpenedFile, openFile } from '../../formats/work/open-file.js';
import type { ImportResource } from '../model/import-fields.js';
import { findNamedFields, guessMapping } from '../model/mapping.js';
import { separatorNames } from './import-options.js';
import { assertMayImport } from './permitted-resources.js';

interface PreviewBody {
  readonly resource: ImportResource;
  readonly text: string;
  readonly format: ImportFormat;
  readonly separator?: string;
}

/** Records that a preview shows. */
const maxRows = 5;

/** Reads the first records. The text may end within the last one, which is then left out. */
async function readRows({ records }: OpenedFile): Promise<Pick<FileRecord, 'values'>[]> {
  const rows: FileRecord[] = [];
  try {
    for await (const record of records) {
      rows.push(record);
      if (rows.length === maxRows) return rows;
    }
  } catch (error) {
    if (rows.length === 0) throw error;
  }
  const isBroken = rows.at(-1)?.fault !== undefined;
  return isBroken ? rows.slice(0, -1) : rows;
}

/** POST /v1/imports/preview */
export function previewImport(): Handler<PreviewBody> {
  return async ({ caller, body: { resource, text, format, separator: name } }) => {
    assertMayImport(caller, resource);
    const separator = name === undefined ? undefined : separatorNames.get(name);
    const content = Readable.from([Buffer.from(text)]);
    const opened = await openFile(content, { resource, format, charset: 'utf-8', separator });
    const rows = await readRows(opened);
    const columns = opened.columns ?? [...new Set(rows.flatMap(({ values }) => Object.keys(values)))];
    if (rows.length === 0 && !opened.columns) throw fileFault('has no record');
    return ok({
      format,
      separator: opened.separator ?? null,
      columns,
      mapping: opened.columns ? guessMapping(resource, columns) : findNamedFields(resource, columns),
      rows: rows.map(({ values }) => values),
    });
  };
}
