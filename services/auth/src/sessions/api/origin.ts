import type { IncomingMessage } from 'node:http';
import { newId } from '@plotline/kit/core/ids';
import { newTraceparent } from '@plotline/kit/core/traceparent';
import { readRequestOrigin } from '@plotline/kit/http/request-origin';

/** The ids of a request, which log lines and what it causes carry. */
export interface Origin {
  readonly requestId: string;
  readonly traceparent: string;
}

/** Of what no request has caused. */
export function newOrigin(): Origin {
  return { requestId: newId('req'), traceparent: newTraceparent() };
}

/** Reads the ids that the gateway gave a request; one that did not come through it has new ones. */
export function readOrigin(request: IncomingMessage): Origin {
  return { ...newOrigin(), ...readRequestOrigin(request) };
}
