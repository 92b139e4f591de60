import type { Request } from 'express';
import { type Caller, callerHeader, verifyCall } from '../core/caller.js';
import { type CallerKeys, operatorProgram } from '../core/caller-keys.js';
import { Problem } from '../core/errors.js';
import type { Operation } from './contract/document.js';

/** Finds on whose behalf an operation is called, or throws a Problem. */
export type Authenticate = (request: Request, operation: Operation) => Caller | Promise<Caller>;

/** The programs that call operations of services: services ask each other by RPC alone. */
const callingPrograms = ['gateway', operatorProgram];

/** The caller whom the gateway signed for this service and this call. */
export function createSignedCallerCheck(service: string, callerKeys: CallerKeys): Authenticate {
  return (request) => {
    const target = { service, method: request.method, path: request.originalUrl };
    const call = verifyCall(request.get(callerHeader), target, callerKeys);
    if (!call?.caller || !callingPrograms.includes(call.program)) {
      throw new Problem('FORBIDDEN', 'Calls come through the gateway.');
    }
    return call.caller;
  };
}
