/** The preview's limit, in characters. */
const headLength = 60_000;

type Format = 'csv' | 'jsonl' | 'xml';

interface FileType {
  readonly format: Format;
  readonly mediaType: string;
}

const csv: FileType = { format: 'csv', mediaType: 'text/csv' };
const jsonLines: FileType = { format: 'jsonl', mediaType: 'application/jsonl' };
const typesByExtension: Readonly<Record<string, FileType>> = {
  csv,
  txt: csv,
  tsv: { format: 'csv', mediaType: 'text/tab-separated-values' },
  jsonl: jsonLines,
  ndjson: jsonLines,
  xml: { format: 'xml', mediaType: 'application/xml' },
};

type Charset = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/**
 * Finds the type by the file extension, because systems disagree on the media type of CSV. Returns undefined for
 * unsupported files.
 */
export function findFileType(name: string): FileType | undefined {
  const extension = name.toLowerCase().split('.').at(-1);
  return extension === undefined ? undefined : typesByExtension[extension];
}

/** Checks whether the decoder accepts the next bytes. Without bytes, checks that the text may end here. */
function canDecode(decoder: TextDecoder, bytes?: Uint8Array): boolean {
  try {
    decoder.decode(bytes, { stream: bytes !== undefined });
    return true;
  } catch {
    return false;
  }
}

/** Reads up to the whole file, because the first accented letter can be far from the start. */
async function isUtf8(content: Blob): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const reader = content.stream().getReader();
  for (;;) {
    const { value } = await reader.read();
    if (!canDecode(decoder, value)) {
      await reader.cancel();
      return false;
    }
    if (value === undefined) return true;
  }
}

/**
 * Detects the charset: by byte order mark, else UTF-8 if all bytes are valid, else the default of spreadsheets on
 * Windows.
 */
export async function detectCharset(content: Blob): Promise<Charset> {
  const [first, second] = new Uint8Array(await content.slice(0, 2).arrayBuffer());
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return (await isUtf8(content)) ? 'utf-8' : 'windows-1252';
}

/** A file chosen for an import, with its detected type and charset. */
export interface ChosenFile {
  /** Distinguishes it from another file with the same name. */
  readonly id: string;
  readonly content: Blob;
  readonly name: string;
  readonly format: Format;
  readonly contentType: string;
  /** The start of the file, up to the last complete line. */
  readonly head: string;
}

/** Inspects a file for an import. Resolves to undefined for an unsupported format. */
export async function openChosenFile(content: Blob, name: string): Promise<ChosenFile | undefined> {
  const type = findFileType(name);
  if (type === undefined) return undefined;
  const charset = await detectCharset(content);
  const bytes = await content.slice(0, headLength).arrayBuffer();
  const text = new TextDecoder(charset).decode(bytes).slice(0, headLength);
  const head = content.size > headLength ? text.slice(0, text.lastIndexOf('\n') + 1) || text : text;
  const contentType = `${type.mediaType}; charset=${charset}`;
  return { id: crypto.randomUUID(), content, name, format: type.format, contentType, head };
}
