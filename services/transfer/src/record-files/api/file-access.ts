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

/**
 * Scopes and roles that are required to read and to change a record, as in the contracts of the service that owns the
 * record.
 */
const permissions: Readonly<Record<FiledResource, Readonly<Record<'read' | 'write', Permission>>>> = {
  property: ofListings,
  unit: ofListings,
  lead: ofLeads,
};

/**
 * Returns whether the record exists and the caller may view it. Rejects with FORBIDDEN unless the caller may read or
 * change records of the kind.
 */
export async function hasAccess(
  { recordFinder }: Pick<Context, 'recordFinder'>,
  caller: Caller,
  { resource, id }: FileOwner,
  access: 'read' | 'write',
): Promise<boolean> {
  const { scope, roles } = permissions[resource][access];
  assertScopes(caller.scopes, [scope]);
  assertRole(caller.actor, roles);
  return (await recordFinder.findVisible(caller, resource, [id])).has(id);
}

/** Rejects with FORBIDDEN or NOT_FOUND unless the caller has access to the record. */
export async function assertAccess(
  context: Pick<Context, 'recordFinder'>,
  caller: Caller,
  owner: FileOwner,
  access: 'read' | 'write',
): Promise<void> {
  if (!(await hasAccess(context, caller, owner, access))) throw notFound();
}

/**
 * Lists the kinds of records for which the caller may read all files. Agents and viewers may not view every unit, so
 * they can only list the files of one unit at a time.
 */
export function listReadable({ scopes, actor }: Pick<Caller, 'scopes' | 'actor'>): readonly FiledResource[] {
  const canViewAllUnits = actor.type !== 'user' || actor.role === 'owner' || actor.role === 'admin';
  const all = (['property', 'unit', 'lead'] as const).filter((resource) => resource !== 'unit' || canViewAllUnits);
  return all.filter((resource) => scopes.includes('admin') || scopes.includes(permissions[resource].read.scope));
}

/**
 * Returns the file. Rejects with NOT_FOUND if there is none or the caller may not view its record. Rejects with
 * FORBIDDEN if the caller lacks the access to such records.
 */
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
