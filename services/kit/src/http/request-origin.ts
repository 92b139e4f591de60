import type { IncomingMessage } from 'node:http';
import { isTraceparent } from '../core/ids.js';

/** Facts about a request that the gateway sends along with its caller, if any. */
export interface RequestOrigin {
  readonly requestId?: string;
  readonly traceparent?: string;
}

/** Reads the ids for log lines of a request. They aren't signed, so base no decision on them. */
export function readRequestOrigin({ headers }: IncomingMessage): RequestOrigin {
  const { 'x-request-id': requestId, traceparent } = headers;
  return {
    ...(typeof requestId === 'string' ? { requestId } : {}),
    ...(isTraceparent(traceparent) ? { traceparent } : {}),
  };
}

/** Whether a `Prefer` header asks for strict handling (RFC 7240, section 4.4). */
export function prefersStrict(prefer: string | undefined): boolean {
  return prefer !== undefined && /(^|,)\s*handling\s*=\s*"?strict"?\s*(,|;|$)/i.test(prefer);
}
