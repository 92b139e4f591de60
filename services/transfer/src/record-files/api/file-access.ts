import type { Caller } from '@plotline/kit/core/caller';
import { notFound } from '@plotline/kit/core/errors';
import { assertRole, assertScopes } from '@plotline/kit/http/authorize';
import type { Context } from '../../context.js';
import type { FiledResource, FileOwner, RecordFile } from '../model/record-file.js';

interface Permission {
  readonly scope: string;
  readonly roles: readonly string[];
}

const everybody = ['owner', 'admin', 'agent', 'viewer'];
const ofListings = {
  read: { scope: 'read:properties', roles: everybody },
  write: { scope: 'write:properties', roles: ['owner', 'admin'] },
};
const ofLeads = {
  read: { scope: 'read:leads', roles: everybody },
  write: { scope: 'write:leads', roles: ['owner', 'admin', 'agent'] },
};

/** Scopes and roles that reading and changing a record need, as in the contracts of the services that own it. */
const permissions: Readonly<Record<FiledResource, Readonly<Record<'read' | 'write', Permission>>>> = {
  property: ofListings,
  unit: ofListings,
  lead: ofLeads,
};

/**
 * Throws FORBIDDEN unless the caller may read or change records of the kind, and NOT_FOUND unless the record exists and
 * the caller may view it.
 */
export async function assertAccess(
  { recordFinder }: Pick<Context, 'recordFinder'>,
  caller: Caller,
  { resource, id }: FileOwner,
  access: 'read' | 'write',
): Promise<void> {
  const { scope, roles } = permissions[resource][access];
  assertScopes(caller.scopes, [scope]);
  assertRole(caller.actor, roles);
  const visible = await recordFinder.findVisible(caller, resource, [id]);
  if (!visible.has(id)) throw notFound();
}

/** Returns the file. Rejects with NOT_FOUND when there is none or its record may not be viewed, and with FORBIDDEN. */
export async function findFile(
  context: Pick<Context, 'recordFinder' | 'recordFiles'>,
  caller: Caller,
  id: string,
  access: 'read' | 'write',
): Promise<RecordFile> {
  const file = await context.recordFiles.get(caller, id);
  if (!file) throw notFound();
  await assertAccess(context, caller, { resource: file.resource, id: file.record_id }, access);
  return file;
}
