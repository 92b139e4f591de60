import { createSystemCaller, signCaller, verifyCall } from '../../core/caller.js';
import type { CallerKeys } from '../../core/caller-keys.js';
import { newId } from '../../core/ids.js';

/** An erasure may be interrupted, and repeated until nothing is left. */
const validMs = 7 * 86_400_000;

/** Between the signatures for each program. */
const separator = '~';

const targetOf = (service: string, workspaceId: string) => ({ service, method: 'ERASE', path: workspaceId });

/**
 * Says to every program that the workspace is to be erased: whoever issues it has checked that. It is good for that workspace alone, for
 * seven days.
 */
export function signErasurePermit(workspaceId: string, keys: CallerKeys): string {
  const caller = createSystemCaller({ workspaceId, mode: 'live' }, 'erasure', newId('req'), { budgetMs: validMs });
  return keys.programs.map((name) => signCaller(caller, targetOf(name, workspaceId), keys)).join(separator);
}

/** Whether the permit is one for this workspace that auth issued to this program, and not over. */
export function isErasurePermit(permit: string, workspaceId: string, keys: CallerKeys): boolean {
  return permit.split(separator).some((text) => {
    const call = verifyCall(text, targetOf(keys.program, workspaceId), keys);
    return call !== null && call.program === 'auth' && call.caller?.workspaceId === workspaceId;
  });
}
