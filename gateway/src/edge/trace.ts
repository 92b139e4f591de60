import { randomUUID } from 'node:crypto';

/** W3C Trace Context, version 00: neither id may be all zeros, and `ff` is no version. */
const pattern = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The caller's `traceparent` when it is well formed, else the beginning of a new, unsampled trace. */
export function traceparentFrom(header: string | string[] | undefined): string {
  if (typeof header === 'string' && pattern.test(header)) return header;
  const trace = randomUUID().replaceAll('-', '');
  const span = randomUUID().replaceAll('-', '').slice(16);
  return `00-${trace}-${span}-00`;
}
