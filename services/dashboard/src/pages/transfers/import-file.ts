/** As much of a file as the preview takes. */
const headLength = 60_000;

type Format = 'csv' | 'jsonl' | 'xml';

interface FileType {
  readonly format: Format;
  readonly mediaType: string;
}

const csv: FileType = { format: 'csv', mediaType: 'text/csv' };
const jsonLines: FileType = { format: 'jsonl', mediaType: 'application/jsonl' };
const typesByEnding: Readonly<Record<string, FileType>> = {
  csv,
  txt: csv,
  tsv: { format: 'csv', mediaType: 'text/tab-separated-values' },
  jsonl: jsonLines,
  ndjson: jsonLines,
  xml: { format: 'xml', mediaType: 'application/xml' },
};

type Charset = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** The type by the end of the name, as systems differ in what they call a CSV file; undefined for what cannot be imported. */
export function findFileType(name: string): FileType | undefined {
  const ending = name.toLowerCase().split('.').at(-1);
  return ending === undefined ? undefined : typesByEnding[ending];
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    // `stream`: the last character may be cut.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** The charset by the byte order mark, else UTF-8 where the bytes are that, else what spreadsheets on Windows write. */
export function detectCharset(bytes: Uint8Array): Charset {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252';
}

/** A file that was chosen for an import, and what its first bytes tell. */
export interface ChosenFile {
  /** Tells it from a file of the same name that was chosen before. */
  readonly id: string;
  readonly content: Blob;
  readonly name: string;
  readonly format: Format;
  readonly contentType: string;
  /** Its beginning, without the line that is cut. */
  readonly head: string;
}

/** Reads the beginning of a file; undefined when its name is of none of the formats. */
export async function openChosenFile(content: Blob, name: string): Promise<ChosenFile | undefined> {
  const type = findFileType(name);
  if (type === undefined) return undefined;
  const bytes = new Uint8Array(await content.slice(0, headLength).arrayBuffer());
  const charset = detectCharset(bytes);
  const text = new TextDecoder(charset).decode(bytes).slice(0, headLength);
  const head = content.size > headLength ? text.slice(0, text.lastIndexOf('\n') + 1) || text : text;
  const contentType = `${type.mediaType}; charset=${charset}`;
  return { id: crypto.randomUUID(), content, name, format: type.format, contentType, head };
}
