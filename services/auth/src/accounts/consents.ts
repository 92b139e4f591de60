import { notFound } from '@plotline/kit/errors';
import type { Command } from '@plotline/kit/idempotency/command';
import type { Owned } from '@plotline/kit/mongo/records';
import type { Context } from '../context.js';
import type { Client } from '../domain/client.js';
import { type Grant, isLive } from '../domain/grant.js';
import type { Workspace } from '../domain/workspace.js';
import { toTenant } from '../store/grants.js';

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
  await grants.end({ caller: { ...caller, ...toTenant(grant) } }, grant.id, 'withdrawn');
}
