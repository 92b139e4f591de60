import type { Caller, Tenant } from '@plotline/kit/caller';
import type { Command } from '@plotline/kit/idempotency/command';

/** The tenant of records that belong to no workspace: people and their sessions. */
export const directory: Tenant = { workspaceId: 'directory', mode: 'live' };

/** The command of a caller, acting on the directory. The answer to a request with an Idempotency-Key is kept apart from it. */
export function inDirectory({ caller }: { readonly caller: Caller }): Command {
  return { caller: { ...caller, ...directory } };
}

/** A workspace for what exists once for both its modes, as keys, people and grants do. */
export function liveTenant(workspaceId: string): Tenant {
  return { workspaceId, mode: 'live' };
}
