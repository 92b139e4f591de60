import type { TransactionSession } from '@plotline/kit/store/transactions/transaction';
import { type Link, toLinkUrl } from '../../mail/model/link.js';
import type { Links } from '../../mail/store/links.js';

/** Agent that the team service has invited. */
export interface Invited {
  readonly agent_id: string;
  readonly agent_version: number;
  readonly email: string;
  readonly name: string;
}

/** Returns the id of an invitation's link. Each version of the agent has its own link. */
export function toInvitationLinkId({ agent_id, agent_version }: Pick<Invited, 'agent_id' | 'agent_version'>): string {
  return `link_${agent_id}_${agent_version}`;
}

/** Creates the link of an invitation within a transaction. The link replaces earlier invitations of the agent. */
export async function createInvitationLink(
  { links, authUrl }: { readonly links: Links; readonly authUrl: string },
  session: TransactionSession,
  workspaceId: string,
  invited: Invited,
  id = toInvitationLinkId(invited),
): Promise<{ readonly link: Link; readonly url: string }> {
  const { agent_id, agent_version, email, name } = invited;
  await links.voidInvitations(session, agent_id);
  const invitation = { workspace_id: workspaceId, agent_id, agent_version, name };
  const { link, token } = await links.create(session, { id, purpose: 'invitation', email, invitation });
  return { link, url: toLinkUrl(authUrl, 'invitation', token) };
}
