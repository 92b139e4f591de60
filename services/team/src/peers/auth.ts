import type { Caller } from '@plotline/kit/caller';
import type { Peer } from '@plotline/kit/rpc/client';
import { InvitationsServiceService } from '@plotline/protos/plotline/auth/v1/invitations';
import type { Agent } from '../domain/agent.js';

/** The mails that invite agents. */
export interface Invitations {
  /** Sends the invitation; resolves to when it was handed over to the mail server, or to null when it will be later. */
  send(caller: Caller, agent: Pick<Agent, 'id' | 'version' | 'email' | 'name'>): Promise<Date | null>;
}

/** Calls the auth service. */
export function createInvitationsClient(peer: Peer): Invitations {
  return {
    send: async (caller, { id, version, email, name }) => {
      const request = { agent_id: id, agent_version: version, email, name };
      const { sent_at } = await peer.call(InvitationsServiceService.sendInvitation, request, { caller });
      return sent_at === 0 ? null : new Date(sent_at);
    },
  };
}
