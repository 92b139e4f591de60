import { createSystemCaller } from '@plotline/kit/core/caller';
import { conflict } from '@plotline/kit/core/errors';
import { newId } from '@plotline/kit/core/ids';
import type { Context } from '../../context.js';
import { parseEmail } from '../../directory/model/person.js';
import { createWorkspace as toWorkspace, type Workspace } from '../../directory/model/workspace.js';
import { liveTenant } from '../../directory/store/tenants.js';
import { printInvitation } from '../../people/work/invitations.js';

export interface WorkspaceRequest {
  readonly name: string;
  readonly ownerEmail: string;
  readonly plan: string;
  /** ISO 4217. */
  readonly currency: string;
  /** It is wanted though there is one of that name. */
  readonly isAgain: boolean;
}

/**
 * Creates a workspace with an invited owner, for the operator. Resolves to it and to the link of the invitation, which is not mailed. Rejects
 * with VALIDATION_ERROR, with CONFLICT when there is one of that name, and with SERVICE_UNAVAILABLE when the team service is away: what is there then has no owner and is of no use.
 */
export async function createWorkspaceWithOwner(
  context: Context,
  { name, ownerEmail, plan, currency, isAgain }: WorkspaceRequest,
): Promise<{ readonly workspace: Workspace; readonly invitationUrl: string }> {
  const email = parseEmail(ownerEmail, 'owner-email');
  const workspace = toWorkspace({ name, plan, currency }, newId('ws'), context.clock());
  const [other] = isAgain ? [] : await context.workspaces.findByName(workspace.name);
  if (other) throw conflict(`There is a workspace of that name, ${other.id}. With --again another one is created.`);
  await context.workspaces.getOrCreate({ ...workspace, creation_key: workspace.id });
  const caller = createSystemCaller(liveTenant(workspace.id), 'create-workspace', workspace.id);
  const agent_id = newId('agent');
  const owner = { agent_id, email, name: email };
  await context.agents.createOwner(caller, { ...owner, is_invited: true });
  const invitationUrl = await printInvitation(context, { caller }, workspace.id, { ...owner, agent_version: 1 });
  return { workspace, invitationUrl };
}
