import type { Request } from 'express';
import { type Caller, callerHeader, verifyCaller } from '../caller.js';
import type { Operation } from '../contract/document.js';
import { Problem } from '../errors.js';
import type { Keyring } from '../keyring.js';

/** Finds on whose behalf an operation is called, or throws a Problem. */
export type Authenticate = (request: Request, operation: Operation) => Caller | Promise<Caller>;

/** The caller whom the gateway signed for this service and this call. */
export function createSignedCallerCheck(service: string, callerKeys: Keyring): Authenticate {
  return (request) => {
    const target = { service, method: request.method, path: request.originalUrl };
    const caller = verifyCaller(request.get(callerHeader), target, callerKeys);
    if (!caller) throw new Problem('FORBIDDEN', 'Calls come through the gateway.');
    return caller;
  };
}
