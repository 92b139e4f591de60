/**
 * First bytes of a stream, and the whole stream. The caller that opened the stream must close it, even if `all` is not
 * read.
 */
export interface Peeked {
  /** At most the requested number of bytes. Fewer if the stream is shorter. */
  readonly head: Buffer;
  readonly all: AsyncIterable<Buffer>;
}

export async function peek(content: AsyncIterable<Buffer>, length: number): Promise<Peeked> {
  const iterator = content[Symbol.asyncIterator]();
  const chunks: Buffer[] = [];
  let size = 0;
  while (size < length) {
    const { value, done } = await iterator.next();
    if (done) break;
    chunks.push(value);
    size += value.length;
  }
  async function* readAll(): AsyncGenerator<Buffer> {
    try {
      yield* chunks.splice(0);
      for (;;) {
        const { value, done } = await iterator.next();
        if (done) return;
        yield value;
      }
    } finally {
      await iterator.return?.();
    }
  }
  return { head: Buffer.concat(chunks).subarray(0, length), all: readAll() };
}
