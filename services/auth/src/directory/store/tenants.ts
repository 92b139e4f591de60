import type { Caller, Tenant } from '@plotline/kit/core/caller';
import type { Command } from '@plotline/kit/store/idempotency/command';
import type { Person } from '../model/person.js';

/** The tenant of records that belong to no workspace: people and their sessions. */
export const directory: Tenant = { workspaceId: 'directory', mode: 'live' };

/** The command of a caller, acting on the directory. The answer to a request with an Idempotency-Key is kept apart from it. */
export function inDirectory({ caller }: { readonly caller: Caller }): Command {
  return { caller: { ...caller, ...directory } };
}

/** The command of a person whose identity was proven by it. */
export function asPerson({ caller }: { readonly caller: Caller }, { id, name }: Pick<Person, 'id' | 'name'>): Command {
  return { caller: { ...caller, actor: { type: 'user', id, name } } };
}

/** A workspace for what exists once for both its modes, as keys, people and grants do. */
export function liveTenant(workspaceId: string): Tenant {
  return { workspaceId, mode: 'live' };
}
