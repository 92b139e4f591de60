import type { Tenant } from '@plotline/kit/core/caller';
import { notFound } from '@plotline/kit/core/errors';
import type { Clock } from '@plotline/kit/core/time';
import type { Command } from '@plotline/kit/store/idempotency/command';
import type { Listed, ListQuery } from '@plotline/kit/store/lists/list';
import type { Owned } from '@plotline/kit/store/records/records';
import type { Person } from '../../directory/model/person.js';
import type { Workspace } from '../../directory/model/workspace.js';
import type { People } from '../../directory/store/people.js';
import { liveTenant } from '../../directory/store/tenants.js';
import type { Workspaces } from '../../directory/store/workspaces.js';
import type { Client } from '../model/client.js';
import { type Grant, type GrantEnd, isLive, type MergedGrants } from '../model/grant.js';
import type { Clients } from './clients.js';
import type { Grants } from './grants.js';

interface ConsentStores {
  readonly grants: Grants;
  readonly clients: Clients;
  readonly workspaces: Workspaces;
  readonly people: People;
  readonly clock: Clock;
}

/** The access that a person gives an app in a workspace. */
export interface Consent {
  /** The newest grant, with the scopes of all grants. */
  readonly grant: Owned<Grant>;
  readonly app: Client;
  readonly workspace: Workspace;
}

async function complete({ clients, workspaces }: ConsentStores, grant: Owned<Grant>): Promise<readonly Consent[]> {
  const [app, workspace] = await Promise.all([clients.find(grant.client_id), workspaces.get(grant.workspace_id)]);
  return app && workspace ? [{ grant, app, workspace }] : [];
}

const isOfSame = (one: Owned<Grant>, other: Owned<Grant>) =>
  one.person_id === other.person_id && one.client_id === other.client_id && one.workspace_id === other.workspace_id;

/**
 * Merges the grants of each app and workspace into the newest grant, with the scopes of all grants and the latest end.
 * `grants` must start with the newest.
 */
export function mergeGrants(grants: readonly Owned<Grant>[]): readonly Owned<Grant>[] {
  const newest = grants.filter((grant, place) => grants.findIndex((other) => isOfSame(grant, other)) === place);
  return newest.map((grant) => {
    const all = grants.filter((other) => isOfSame(grant, other));
    const ends = Math.max(...all.map(({ expires_at }) => expires_at.getTime()));
    return { ...grant, scopes: [...new Set(all.flatMap(({ scopes }) => scopes))], expires_at: new Date(ends) };
  });
}

/** Lists the access that the person gave apps in all workspaces, newest first. */
export async function listConsents(stores: ConsentStores, personId: string): Promise<readonly Consent[]> {
  const grants = mergeGrants(await stores.grants.findLive(personId, stores.clock()));
  return (await Promise.all(grants.map((grant) => complete(stores, grant)))).flat();
}

/**
 * Ends all grants from the person to the app in the workspace. There can be several, because each sign-in to the app
 * creates a grant.
 */
async function endAllAlike({ grants, clock }: ConsentStores, command: Command, grant: Owned<Grant>, by: GrantEnd) {
  const live = await grants.findLive(grant.person_id, clock());
  for (const { id } of live.filter((other) => isOfSame(grant, other))) await grants.end(command, id, by);
}

/**
 * Ends the access that the calling person gave an app. `id` is the id of any of its grants. Rejects with NOT_FOUND if
 * the grant belongs to another person or has ended.
 */
export async function withdrawConsent(stores: ConsentStores, { caller }: Command, id: string): Promise<void> {
  const grant = await stores.grants.find(id);
  if (grant?.person_id !== caller.actor.id || !isLive(grant, stores.clock())) throw notFound();
  await endAllAlike(stores, { caller: { ...caller, ...liveTenant(grant.workspace_id) } }, grant, 'withdrawn');
}

/** The access that a person gives an app in a known workspace. */
export interface WorkspaceConsent {
  readonly grant: MergedGrants;
  readonly app: Client;
  readonly person: Person;
}

/**
 * Lists a page of the access that people gave apps in the caller's workspace, newest first, with one entry for each app
 * and person.
 */
export async function listWorkspaceConsents(
  { grants, clients, people, clock }: ConsentStores,
  tenant: Tenant,
  query: Omit<ListQuery, 'sort' | 'order'>,
): Promise<Listed<WorkspaceConsent>> {
  const { records, info } = await grants.list(tenant, query, clock());
  const appIds = [...new Set(records.map(({ client_id }) => client_id))];
  const [apps, persons] = await Promise.all([
    Promise.all(appIds.map(async (id) => [id, await clients.find(id)] as const)).then((found) => new Map(found)),
    people.find([...new Set(records.map(({ person_id }) => person_id))]),
  ]);
  const consents = records.flatMap((grant) => {
    const [app, person] = [apps.get(grant.client_id), persons.get(grant.person_id)];
    return app && person ? [{ grant, app, person }] : [];
  });
  return { records: consents, info };
}

/**
 * Ends the access that a person gave an app in the caller's workspace. `id` is the id of any of its grants. Rejects
 * with NOT_FOUND if the grant belongs to another workspace or has ended.
 */
export async function endWorkspaceConsent(stores: ConsentStores, command: Command, id: string): Promise<void> {
  const grant = await stores.grants.find(id);
  const { caller } = command;
  if (grant?.workspace_id !== caller.workspaceId || !isLive(grant, stores.clock())) throw notFound();
  await endAllAlike(stores, command, grant, 'ended_by_workspace');
}
