import type { Caller, Tenant } from '@plotline/kit/core/caller';
import type { Command } from '@plotline/kit/store/idempotency/command';
import type { Person } from '../model/person.js';

/** The tenant of records that belong to no workspace: people and their sessions. */
export const directory: Tenant = { workspaceId: 'directory', mode: 'live' };

/**
 * Returns the caller's command, applied to the directory. The response to a request with an Idempotency-Key is stored
 * separately.
 */
export function inDirectory({ caller }: { readonly caller: Caller }): Command {
  return { caller: { ...caller, ...directory } };
}

/** Returns the command with a new caller: a person who has just proven their identity. */
export function asPerson({ caller }: { readonly caller: Caller }, { id, name }: Pick<Person, 'id' | 'name'>): Command {
  return { caller: { ...caller, actor: { type: 'user', id, name } } };
}

/** Returns the tenant of a workspace's records that both modes share, such as people and grants. */
export function liveTenant(workspaceId: string): Tenant {
  return { workspaceId, mode: 'live' };
}
