import type { Request } from 'express';
import { type Actor, type Caller, callerHeader, verifyCall } from '../core/caller.js';
import { type CallerKeys, operatorProgram } from '../core/caller-keys.js';
import { joinAlternatives, Problem } from '../core/errors.js';
import type { Operation } from './contract/document.js';

function missingScope(message: string, scopes: readonly string[]): Problem {
  return new Problem('FORBIDDEN', message, { reason: 'missing_scope', data: { scopes } });
}

/**
 * Throws FORBIDDEN if a required scope is missing, or if none of the alternative scopes is present. Only `admin`
 * implies other scopes.
 */
export function assertScopes(
  granted: readonly string[],
  required: readonly string[],
  alternatives: readonly string[] = [],
): void {
  if (granted.includes('admin')) return;
  const missing = required.filter((scope) => !granted.includes(scope));
  if (missing.length > 0) throw missingScope(`The credential lacks the scope ${missing.join(' and ')}.`, missing);
  if (alternatives.length === 0 || alternatives.some((scope) => granted.includes(scope))) return;
  throw missingScope(`The credential needs one of the scopes ${alternatives.join(', ')}.`, alternatives);
}

/** Throws FORBIDDEN when the acting person has none of these roles. API keys and the system have no role. */
export function assertRole({ type, role }: Actor, permitted: readonly string[]): void {
  if (type !== 'user' || (role !== undefined && permitted.includes(role))) return;
  const whom = permitted.length === 0 ? 'an API key' : `the ${joinAlternatives(permitted)} role`;
  const message =
    role === undefined ? `This requires ${whom}.` : `The ${role} role can't do this. It requires ${whom}.`;
  throw new Problem('FORBIDDEN', message, { reason: 'role_not_allowed', data: { roles: permitted } });
}

/** Finds the caller of an operation, or throws a Problem. */
export type Authenticate = (request: Request, operation: Operation) => Caller | Promise<Caller>;

/** Programs that may call operations of services over HTTP. Services call each other only by RPC. */
const callingPrograms = ['gateway', operatorProgram];

/** Creates the check of the caller, which the gateway signed for this service and this call. */
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
