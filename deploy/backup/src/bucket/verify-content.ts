import { createHash } from 'node:crypto';

/** Passes the content on. Throws at its end unless it has the SHA-256, so that its reader finishes nothing. */
export async function* verifyContent(
  chunks: AsyncIterable<Buffer>,
  sha256: string,
  path: string,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
  if (hash.digest('hex') !== sha256) throw new Error(`${path} does not have its checksum.`);
}
