import type { Caller } from '@plotline/kit/core/caller';
import { notFound } from '@plotline/kit/core/errors';
import { assertRole, assertScopes } from '@plotline/kit/http/authorize';
import type { Job } from '@plotline/kit/tasks/job';
import type { Context } from '../../context.js';
import type { ImportData } from '../model/import.js';
import type { ImportResource } from '../model/import-fields.js';

/** Scopes and roles that may import a resource, as in the contracts of the service that owns the resource. */
const permissions: Readonly<Record<ImportResource, { readonly scope: string; readonly roles: readonly string[] }>> = {
  leads: { scope: 'write:leads', roles: ['owner', 'admin', 'agent'] },
  units: { scope: 'write:properties', roles: ['owner', 'admin'] },
  properties: { scope: 'write:properties', roles: ['owner', 'admin'] },
};

/** Returns the resources that the caller may import. The caller may also read the imports of these resources. */
export function listPermitted({ scopes, actor }: Caller): ImportResource[] {
  const all = ['leads', 'units', 'properties'] as const;
  return all.filter((resource) => {
    const { scope, roles } = permissions[resource];
    const isGranted = scopes.includes('admin') || scopes.includes(scope);
    return isGranted && (actor.type !== 'user' || (actor.role !== undefined && roles.includes(actor.role)));
  });
}

/** Throws FORBIDDEN when the caller may not import the resource. */
export function assertMayImport({ scopes, actor }: Caller, resource: ImportResource): void {
  const { scope, roles } = permissions[resource];
  assertScopes(scopes, [scope]);
  assertRole(actor, roles);
}

/**
 * Returns the import with this id. Rejects with NOT_FOUND when there is none, and with FORBIDDEN when the caller may
 * not import its resource.
 */
export async function findImport({ imports }: Context, caller: Caller, id: string): Promise<Job<ImportData>> {
  const job = await imports.get(caller, id);
  if (!job) throw notFound();
  assertMayImport(caller, job.input.resource);
  return job;
}
