import type { Tenant } from '@plotline/kit/caller';
import { notFound } from '@plotline/kit/errors';
import type { Command } from '@plotline/kit/idempotency/command';
import type { Listed, ListQuery } from '@plotline/kit/mongo/list';
import type { Owned } from '@plotline/kit/mongo/records';
import type { Context } from '../context.js';
import type { Client } from '../domain/client.js';
import { type Grant, isLive } from '../domain/grant.js';
import type { Person } from '../domain/person.js';
import type { Workspace } from '../domain/workspace.js';
import { liveTenant } from '../store/directory.js';

/** What a person lets an app do in a workspace. */
export interface Consent {
  readonly grant: Owned<Grant>;
  readonly app: Client;
  readonly workspace: Workspace;
}

async function complete({ clients, workspaces }: Context, grant: Owned<Grant>): Promise<readonly Consent[]> {
  const [app, workspace] = await Promise.all([clients.find(grant.client_id), workspaces.get(grant.workspace_id)]);
  return app && workspace ? [{ grant, app, workspace }] : [];
}

/** What the person lets apps do, in all workspaces, the newest first. */
export async function listConsents(context: Context, personId: string): Promise<readonly Consent[]> {
  const grants = await context.grants.findLive(personId, context.clock());
  return (await Promise.all(grants.map((grant) => complete(context, grant)))).flat();
}

/** Ends a grant of the calling person. Rejects with NOT_FOUND when it is somebody else's, or over. */
export async function withdrawConsent({ grants, clock }: Context, { caller }: Command, id: string): Promise<void> {
  const grant = await grants.find(id);
  if (grant?.person_id !== caller.actor.id || !isLive(grant, clock())) throw notFound();
  await grants.end({ caller: { ...caller, ...liveTenant(grant.workspace_id) } }, grant.id, 'withdrawn');
}

/** What a person lets an app do in the workspace that is asked about. */
export interface WorkspaceConsent {
  readonly grant: Grant;
  readonly app: Client;
  readonly person: Person;
}

/** A page of what people let apps do in the caller's workspace, the newest first. */
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

/** Ends a grant in the caller's workspace. Rejects with NOT_FOUND when it is another one's, or over. */
export async function endWorkspaceConsent({ grants, clock }: Context, command: Command, id: string): Promise<void> {
  const grant = await grants.find(id);
  const { caller } = command;
  if (grant?.workspace_id !== caller.workspaceId || !isLive(grant, clock())) throw notFound();
  await grants.end(command, id, 'ended_by_workspace');
}
