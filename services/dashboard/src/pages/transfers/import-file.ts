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

/** Whether the decoder takes the bytes, or the end where there are none. */
function canDecode(decoder: TextDecoder, bytes?: Uint8Array): boolean {
  try {
    decoder.decode(bytes, { stream: bytes !== undefined });
    return true;
  } catch {
    return false;
  }
}

/** Reads the file until it is known, as the first name with an accent may be far behind the beginning. */
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

/** The charset by the byte order mark, else UTF-8 where all bytes are that, else what spreadsheets on Windows write. */
export async function detectCharset(content: Blob): Promise<Charset> {
  const [first, second] = new Uint8Array(await content.slice(0, 2).arrayBuffer());
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return (await isUtf8(content)) ? 'utf-8' : 'windows-1252';
}

/** A file that was chosen for an import, and what its name and bytes tell. */
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

/** Reads what an import needs to know of a file; undefined when its name is of none of the formats. */
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
