import { createSystemCaller, signCaller, verifyCall } from '../../core/caller.js';
import type { CallerKeys } from '../../core/caller-keys.js';
import { newId } from '../../core/ids.js';

/** Long enough to repeat an interrupted erasure until nothing is left. */
const validMs = 7 * 86_400_000;

/** Separates the signatures for each program. */
const separator = '~';

const targetOf = (service: string, workspaceId: string) => ({ service, method: 'ERASE', path: workspaceId });

/**
 * Signs a permit that tells every program to erase the workspace. The issuer has checked that. It is valid for that
 * workspace only, for seven days.
 */
export function signErasurePermit(workspaceId: string, keys: CallerKeys): string {
  const caller = createSystemCaller({ workspaceId, mode: 'live' }, 'erasure', newId('req'), { budgetMs: validMs });
  return keys.programs.map((name) => signCaller(caller, targetOf(name, workspaceId), keys)).join(separator);
}

/** Whether auth issued the permit to this program for this workspace, and it hasn't expired. */
export function isErasurePermit(permit: string, workspaceId: string, keys: CallerKeys): boolean {
  return permit.split(separator).some((text) => {
    const call = verifyCall(text, targetOf(keys.program, workspaceId), keys);
    return call !== null && call.program === 'auth' && call.caller?.workspaceId === workspaceId;
  });
}
