import type { Request } from 'express';
import { type Caller, callerHeader, verifyCall } from '../core/caller.js';
import { type CallerKeys, operatorProgram } from '../core/caller-keys.js';
import { Problem } from '../core/errors.js';
import type { Operation } from './contract/document.js';

/** Finds the caller of an operation, or throws a Problem. */
export type Authenticate = (request: Request, operation: Operation) => Caller | Promise<Caller>;

/** Programs that may call operations of services over HTTP. Services call each other only by RPC. */
const callingPrograms = ['gateway', operatorProgram];

/** Creates the check of the caller that the gateway signed for this service and this call. */
export function createSignedCallerCheck(service: string, callerKeys: CallerKeys): Authenticate {
  return (request) => {
    const target = { service, method: request.method, path: request.originalUrl };
    const call = verifyCall(request.get(callerHeader), target, callerKeys);
    if (!call?.caller || !callingPrograms.includes(call.program)) {
      throw new Problem('FORBIDDEN', 'Calls must come through the gateway.');
    }
    return call.caller;
  };
}
