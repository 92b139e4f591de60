import { createSystemCaller } from '@plotline/kit/core/caller';
import type { Context } from '../../context.js';
import type { Person } from '../../directory/model/person.js';
import { liveTenant } from '../../directory/store/tenants.js';
import { type InvitedAgent, type Link, linkNotValid } from '../../mail/model/link.js';
import type { SignedIn } from '../../sessions/api/signed-in.js';

/** An invitation that can be accepted now. */
export interface OpenInvitation {
  readonly link: Link;
  readonly invitation: InvitedAgent;
  /** The person who has an account with the address, or null. */
  readonly person: Person | null;
}

/**
 * Finds the invitation of a link, without redeeming it. Calls the team service, because an agent who was deactivated or
 * got a new email address in the meantime is no longer invited. Rejects with VALIDATION_ERROR.
 */
export async function findInvitation(context: Context, token: string): Promise<OpenInvitation> {
  const link = await context.links.find(token);
  const { invitation, email } = link;
  if (!invitation) throw linkNotValid();
  const { workspace_id, agent_id } = invitation;
  const caller = createSystemCaller(liveTenant(workspace_id), 'invitation', link.id);
  const [agent] = await context.agents.find(caller, [agent_id]);
  if (agent?.status !== 'invited' || agent.email !== email) throw linkNotValid();
  return { link, invitation, person: await context.people.findByEmail(email) };
}

/** View model of an invitation's page. */
export interface InvitationDetails {
  readonly email: string;
  readonly name: string;
  readonly workspaceName: string;
  /**
   * `new_person` chooses a password. `known_person` has an account and enters its password. `signed_in` is signed in
   * with the invited address.
   */
  readonly invitee: 'new_person' | 'known_person' | 'signed_in';
}

/** Reads an invitation without redeeming it. Rejects with VALIDATION_ERROR. */
export async function readInvitation(
  context: Context,
  token: string,
  signedIn: SignedIn | null,
): Promise<InvitationDetails> {
  const { link, invitation, person } = await findInvitation(context, token);
  const workspace = await context.workspaces.get(invitation.workspace_id);
  const isSignedIn = person !== null && signedIn?.person.id === person.id;
  const invitee = person === null ? 'new_person' : isSignedIn ? 'signed_in' : 'known_person';
  return { email: link.email, name: invitation.name, workspaceName: workspace?.name ?? '', invitee };
}
