import type { IncomingMessage } from 'node:http';
import { createSystemCaller } from '@plotline/kit/core/caller';
import { newId, newTraceparent } from '@plotline/kit/core/ids';
import type { Call } from '@plotline/kit/http/handler';
import { readRequestOrigin } from '@plotline/kit/http/request';
import type { Command } from '@plotline/kit/store/idempotency/command';
import { directory } from '../../directory/store/tenants.js';
import type { Client } from '../store/sessions.js';

/** Ids of a request. They are in its log lines and in all records, events and calls that it causes. */
export interface Origin {
  readonly requestId: string;
  readonly traceparent: string;
}

/** Creates ids for work that was not caused by a request. */
function newOrigin(): Origin {
  return { requestId: newId('req'), traceparent: newTraceparent() };
}

/** Reads the ids that the gateway gave a request, or creates new ones if the request didn't pass the gateway. */
export function readOrigin(request: IncomingMessage): Origin {
  return { ...newOrigin(), ...readRequestOrigin(request) };
}

/** Creates the command of a visitor, who isn't signed in. */
export function createVisitorCommand({ requestId, traceparent }: Origin = newOrigin()): Command {
  return { caller: createSystemCaller(directory, 'visitor', requestId, { traceparent }) };
}

/** Returns the address and the user agent of a call. */
export function toClient({ address, header }: Call): Client {
  return { address, userAgent: header('user-agent') ?? '' };
}
