import type { Tenant } from '@plotline/kit/core/caller';
import { notFound } from '@plotline/kit/core/errors';
import type { Command } from '@plotline/kit/store/idempotency/command';
import type { Listed, ListQuery } from '@plotline/kit/store/lists/list';
import type { Owned } from '@plotline/kit/store/records/records';
import type { Context } from '../../context.js';
import type { Person } from '../../directory/model/person.js';
import type { Workspace } from '../../directory/model/workspace.js';
import { liveTenant } from '../../directory/store/tenants.js';
import type { Client } from '../model/client.js';
import { type Grant, type GrantEnd, isLive, type MergedGrants } from '../model/grant.js';

/** What a person lets an app do in a workspace. */
export interface Consent {
  /** The newest grant, with the scopes of all. */
  readonly grant: Owned<Grant>;
  readonly app: Client;
  readonly workspace: Workspace;
}

async function complete({ clients, workspaces }: Context, grant: Owned<Grant>): Promise<readonly Consent[]> {
  const [app, workspace] = await Promise.all([clients.find(grant.client_id), workspaces.get(grant.workspace_id)]);
  return app && workspace ? [{ grant, app, workspace }] : [];
}

const isOfSame = (one: Owned<Grant>, other: Owned<Grant>) =>
  one.person_id === other.person_id && one.client_id === other.client_id && one.workspace_id === other.workspace_id;

/** One grant of each app and workspace: the newest, with the scopes of all, until the last of them ends. `grants` are the newest first. */
export function mergeGrants(grants: readonly Owned<Grant>[]): readonly Owned<Grant>[] {
  const newest = grants.filter((grant, place) => grants.findIndex((other) => isOfSame(grant, other)) === place);
  return newest.map((grant) => {
    const all = grants.filter((other) => isOfSame(grant, other));
    const ends = Math.max(...all.map(({ expires_at }) => expires_at.getTime()));
    return { ...grant, scopes: [...new Set(all.flatMap(({ scopes }) => scopes))], expires_at: new Date(ends) };
  });
}

/** What the person lets apps do, in all workspaces, the newest first. */
export async function listConsents(context: Context, personId: string): Promise<readonly Consent[]> {
  const grants = mergeGrants(await context.grants.findLive(personId, context.clock()));
  return (await Promise.all(grants.map((grant) => complete(context, grant)))).flat();
}

/** Ends the grant, and whatever else the person lets the app do in the workspace: each sign-in of the app made a grant of its own. */
async function endAllAlike({ grants, clock }: Context, command: Command, grant: Owned<Grant>, by: GrantEnd) {
  const live = await grants.findLive(grant.person_id, clock());
  for (const { id } of live.filter((other) => isOfSame(grant, other))) await grants.end(command, id, by);
}

/** Ends what the calling person lets an app do in a workspace, by one of its grants. Rejects with NOT_FOUND when it is somebody else's, or over. */
export async function withdrawConsent(context: Context, { caller }: Command, id: string): Promise<void> {
  const grant = await context.grants.find(id);
  if (grant?.person_id !== caller.actor.id || !isLive(grant, context.clock())) throw notFound();
  await endAllAlike(context, { caller: { ...caller, ...liveTenant(grant.workspace_id) } }, grant, 'withdrawn');
}

/** What a person lets an app do in the workspace that is asked about. */
export interface WorkspaceConsent {
  readonly grant: MergedGrants;
  readonly app: Client;
  readonly person: Person;
}

/** A page of what people let apps do in the caller's workspace, one entry for each app and person, the newest first. */
export async function listWorkspaceConsents(
  { grants, clients, people, clock }: Context,
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

/** Ends what a person lets an app do in the caller's workspace, by one of its grants. Rejects with NOT_FOUND when it is another one's, or over. */
export async function endWorkspaceConsent(context: Context, command: Command, id: string): Promise<void> {
  const grant = await context.grants.find(id);
  const { caller } = command;
  if (grant?.workspace_id !== caller.workspaceId || !isLive(grant, context.clock())) throw notFound();
  await endAllAlike(context, command, grant, 'ended_by_workspace');
}
