import { randomUUID } from 'node:crypto';

const sane = /^[A-Za-z0-9._-]{1,128}$/;

/** The caller's own request id when it is fit for logs and headers, else a new one. */
export function requestIdFrom(header: string | string[] | undefined): string {
  return typeof header === 'string' && sane.test(header) ? header : `req_${randomUUID().replaceAll('-', '')}`;
}
