import { createSystemCaller, signCaller, verifyCaller } from '../caller.js';
import { newId } from '../ids.js';
import type { Keyring } from '../keyring.js';

/** An erasure may be interrupted, and repeated until nothing is left. */
const validMs = 7 * 86_400_000;

const targetOf = (workspaceId: string) => ({ service: 'every', method: 'ERASE', path: workspaceId });

/**
 * Says to every service that the workspace is to be erased: whoever issues it has checked that. It is good for that workspace alone, for
 * seven days. All services have the keys.
 */
export function signErasurePermit(workspaceId: string, keys: Keyring): string {
  const caller = createSystemCaller({ workspaceId, mode: 'live' }, 'erasure', newId('req'), { budgetMs: validMs });
  return signCaller(caller, targetOf(workspaceId), keys);
}

/** Whether the permit is one for this workspace, and not over. */
export function isErasurePermit(permit: string, workspaceId: string, keys: Keyring): boolean {
  return verifyCaller(permit, targetOf(workspaceId), keys)?.workspaceId === workspaceId;
}
