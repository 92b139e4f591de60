const mostRead = 65_536;
const mostKept = 4_096;

/** Reads a body to its end, or to 64 KiB of it, and keeps the first 4 KiB as text. */
export async function readAnswer(body: AsyncIterable<Buffer>): Promise<string> {
  const kept: Buffer[] = [];
  let read = 0;
  for await (const chunk of body) {
    if (read < mostKept) kept.push(chunk.subarray(0, mostKept - read));
    read += chunk.length;
    if (read >= mostRead) break;
  }
  return Buffer.concat(kept).toString('utf8');
}
