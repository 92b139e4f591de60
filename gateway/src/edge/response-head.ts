import type { IncomingHttpHeaders } from 'node:http';

const endOfHead = '\r\n\r\n';

export interface ResponseHead {
  readonly headers: IncomingHttpHeaders;
  /** Bytes of the body that arrived in the same chunk as the head. */
  readonly rest: Buffer;
}

/**
 * Parses the head of a response that Node has written. Its first chunk contains the whole head. A repeated header
 * becomes a list, as in undici.
 */
export function readHead(chunk: Buffer | string, encoding: BufferEncoding): ResponseHead {
  const end = chunk.indexOf(endOfHead);
  if (end < 0) throw new Error('The first chunk of the response has no head.');
  const head = typeof chunk === 'string' ? chunk.slice(0, end) : chunk.toString('latin1', 0, end);
  const headers: Record<string, string | string[]> = {};
  for (const line of head.split('\r\n').slice(1)) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    const known = headers[name];
    headers[name] = known === undefined ? value : [known, value].flat();
  }
  const begin = end + endOfHead.length;
  const rest = typeof chunk === 'string' ? Buffer.from(chunk.slice(begin), encoding) : chunk.subarray(begin);
  return { headers, rest };
}
