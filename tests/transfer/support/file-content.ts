import { type FileDescription, openFile } from '@plotline/transfer/formats/work/open-file';

/** Returns the content in chunks of this many bytes, as a stream that yields to the event loop. */
export async function* inPieces(content: string | Buffer, size = 65_536): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(content);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** Returns a text of this many mebibytes, between a beginning and an end. */
export async function* repeated(begin: string, unit: string, mebibytes: number, end = ''): AsyncGenerator<Buffer> {
  yield Buffer.from(begin);
  const piece = Buffer.from(unit.repeat(Math.ceil(65_536 / unit.length)));
  for (let count = 0; count < mebibytes * 16; count += 1) yield piece;
  yield Buffer.from(end);
}

export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

export async function readText(content: AsyncIterable<Buffer | string>): Promise<string> {
  return Buffer.concat((await collect(content)).map((piece) => Buffer.from(piece))).toString();
}

/** Reads all records in a file of leads. */
export async function readFile(
  content: string | Buffer | AsyncIterable<Buffer>,
  description: Omit<FileDescription, 'resource'> & { readonly resource?: string },
) {
  const stream = typeof content === 'string' || Buffer.isBuffer(content) ? inPieces(content) : content;
  const file = await openFile(stream, { resource: 'leads', ...description });
  return { ...file, records: await collect(file.records) };
}
