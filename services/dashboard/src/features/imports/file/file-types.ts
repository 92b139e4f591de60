/** Formats that start with text. */
export type TextFormat = 'csv' | 'json' | 'jsonl' | 'xml';

export interface FileType {
  readonly format: TextFormat | 'xlsx';
  readonly mediaType: string;
}

const csv: FileType = { format: 'csv', mediaType: 'text/csv' };
const workbook: FileType = {
  format: 'xlsx',
  mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};
const jsonLines: FileType = { format: 'jsonl', mediaType: 'application/jsonl' };

const typesByExtension: Readonly<Record<string, FileType>> = {
  csv,
  txt: csv,
  tsv: { format: 'csv', mediaType: 'text/tab-separated-values' },
  xlsx: workbook,
  xlsm: workbook,
  json: { format: 'json', mediaType: 'application/json' },
  jsonl: jsonLines,
  ndjson: jsonLines,
  xml: { format: 'xml', mediaType: 'application/xml' },
};

/** The file extensions that an import accepts, for a file picker. */
export const acceptedExtensions = Object.keys(typesByExtension)
  .map((extension) => `.${extension}`)
  .join(',');

function getExtension(name: string): string {
  return name.toLowerCase().split('.').at(-1) ?? '';
}

/**
 * Returns the type for the file extension. Ignores the media type, because systems disagree on that of CSV. Returns
 * undefined for unsupported files.
 */
export function findFileType(name: string): FileType | undefined {
  const extension = getExtension(name);
  return Object.hasOwn(typesByExtension, extension) ? typesByExtension[extension] : undefined;
}

/** Explains why a file without a known type can't be imported. */
export function explainUnknownType(name: string): string {
  if (getExtension(name) === 'xls') return `${name} is an old Excel file. Save it as .xlsx first.`;
  return `${name} isn't a CSV, Excel (.xlsx), JSON or XML file.`;
}

/** Returns the name that the screen shows for a format. */
export function getFormatName(format: FileType['format']): string {
  const names = { csv: 'CSV', xlsx: 'Excel', json: 'JSON', jsonl: 'JSON lines', xml: 'XML' } as const;
  return names[format];
}
