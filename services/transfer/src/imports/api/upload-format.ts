import type { ImportFormat, Separator } from '../../formats/model/file-record.js';

const formatsByType: ReadonlyMap<string, ImportFormat> = new Map([
  ['text/csv', 'csv'],
  ['application/csv', 'csv'],
  ['text/tab-separated-values', 'csv'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx'],
  ['application/json', 'json'],
  ['application/x-ndjson', 'jsonl'],
  ['application/ndjson', 'jsonl'],
  ['application/jsonl', 'jsonl'],
  ['application/x-jsonlines', 'jsonl'],
  ['application/json-lines', 'jsonl'],
  ['application/xml', 'xml'],
  ['text/xml', 'xml'],
]);

const formatsByExtension: ReadonlyMap<string, ImportFormat> = new Map([
  ['csv', 'csv'],
  ['tsv', 'csv'],
  ['xlsx', 'xlsx'],
  ['xlsm', 'xlsx'],
  ['json', 'json'],
  ['jsonl', 'jsonl'],
  ['ndjson', 'jsonl'],
  ['xml', 'xml'],
]);

export interface UploadFormat {
  readonly format: ImportFormat;
  readonly charset?: string;
  /** Separator that the media type implies. */
  readonly separator?: Separator;
}

/**
 * Returns the format for a Content-Type or, if that gives none, for the file's extension. Returns undefined if it can't
 * be imported.
 */
export function findFormat(contentType: string, fileName = ''): UploadFormat | undefined {
  const [mediaType = '', ...parameters] = contentType.split(';').map((part) => part.trim());
  const type = mediaType.toLowerCase();
  // Browsers on Windows send CSV files with Excel's media type.
  const format =
    formatsByType.get(type) ?? formatsByExtension.get(/\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '');
  if (!format) return undefined;
  const charset = parameters
    .map((part) => /^charset="?([^"\s]+)"?$/i.exec(part)?.[1])
    .find((name) => name !== undefined);
  const isTabbed = type === 'text/tab-separated-values' || /\.tsv$/i.test(fileName);
  return { format, ...(charset !== undefined && { charset }), ...(isTabbed && { separator: '\t' }) };
}
