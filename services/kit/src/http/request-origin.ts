import type { IncomingMessage } from 'node:http';
import { isTraceparent } from '../core/traceparent.js';

/** What the gateway says of a request beside its caller; absent where it says nothing. */
export interface RequestOrigin {
  readonly requestId?: string;
  readonly traceparent?: string;
}

/** Reads the ids by which log lines of a request are found. They are not signed: nothing is decided by them. */
export function readRequestOrigin({ headers }: IncomingMessage): RequestOrigin {
  const { 'x-request-id': requestId, traceparent } = headers;
  return {
    ...(typeof requestId === 'string' ? { requestId } : {}),
    ...(isTraceparent(traceparent) ? { traceparent } : {}),
  };
}
