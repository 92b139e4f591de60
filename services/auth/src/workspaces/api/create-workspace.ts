import { createSystemCaller } from '@plotline/kit/core/caller';
import { conflict } from '@plotline/kit/core/errors';
import { newId } from '@plotline/kit/core/ids';
import type { Context } from '../../context.js';
import { parseEmail } from '../../directory/model/person.js';
import {
  parseCountry,
  parseTimeZone,
  createWorkspace as toWorkspace,
  type Workspace,
} from '../../directory/model/workspace.js';
import { liveTenant } from '../../directory/store/tenants.js';
import { commitWithMail } from '../../mail/work/commit-with-mail.js';
import { createInvitationLink } from '../../people/store/invitation-links.js';
import { updateWorkspace } from '../model/change-workspace.js';

export interface WorkspaceRequest {
  readonly name: string;
  readonly ownerEmail: string;
  readonly plan: string;
  /** ISO 4217. */
  readonly currency: string;
  /** ISO 3166-1 alpha-2; none by default. */
  readonly country?: string;
  /** Name in the IANA time zone database; UTC by default. */
  readonly timeZone?: string;
  /** Creates the workspace even if another workspace has the same name. */
  readonly isAgain: boolean;
}

/**
 * Creates a workspace with an invited owner, for the operator. Resolves to the workspace and to the link of the
 * invitation, which isn't sent by email. Rejects with VALIDATION_ERROR, and with CONFLICT if another workspace has that
 * name. Rejects with SERVICE_UNAVAILABLE if the team service is unavailable, which leaves a workspace without an owner.
 */
export async function createWorkspaceWithOwner(
  context: Context,
  { name, ownerEmail, plan, currency, country, timeZone, isAgain }: WorkspaceRequest,
): Promise<{ readonly workspace: Workspace; readonly invitationUrl: string }> {
  const email = parseEmail(ownerEmail, 'owner-email');
  const place = {
    ...(country && { country: parseCountry(country) }),
    ...(timeZone && { time_zone: parseTimeZone(timeZone) }),
  };
  const workspace = toWorkspace({ name, plan, currency }, newId('ws'), context.clock());
  const [other] = isAgain ? [] : await context.workspaces.findByName(workspace.name);
  if (other) throw conflict(`A workspace with that name exists: ${other.id}. To create another one, use --again.`);
  await context.workspaces.getOrCreate({ ...workspace, creation_key: workspace.id });
  const caller = createSystemCaller(liveTenant(workspace.id), 'create-workspace', workspace.id);
  // Settings are stored by a separate change, because only a change notifies the other services.
  await context.workspaces.change({ caller }, (created) => updateWorkspace(created, place));
  const agent_id = newId('agent');
  const owner = { agent_id, email, name: email };
  await context.agents.createOwner(caller, { ...owner, is_invited: true });
  const invitationUrl = await commitWithMail(context, { caller }, async (session) => {
    const invited = { ...owner, agent_version: 1 };
    return { result: (await createInvitationLink(context, session, workspace.id, invited)).url };
  });
  return { workspace, invitationUrl };
}
