import type { Caller } from '@plotline/kit/core/caller';
import type { Peer } from '@plotline/kit/rpc/client';
import { AccessServiceService, type EndAccessRequest, type LeftKey } from '@plotline/protos/plotline/auth/v1/access';
import { InvitationsServiceService } from '@plotline/protos/plotline/auth/v1/invitations';
import type { Agent } from '../domain/agent.js';

/** The mails that invite agents. */
export interface Invitations {
  /** Sends the invitation; resolves to when it was handed over to the mail server, or to null when it will be later. */
  send(caller: Caller, agent: Pick<Agent, 'id' | 'version' | 'email' | 'name'>): Promise<Date | null>;
}

/** What outlives the sessions of people who leave. */
export interface Accounts {
  /**
   * Resolves to the API keys that the person of a deactivated agent made and that work, which are revoked on request. Has the owners told,
   * once for each version of the agent; of version 0 nobody.
   */
  endAccess(caller: Caller, request: EndAccessRequest): Promise<readonly LeftKey[]>;
}

/** Calls the auth service. */
export function createAccountsClient(peer: Peer): Accounts {
  return {
    endAccess: async (caller, request) => {
      const { keys } = await peer.call(AccessServiceService.endAccess, request, { caller });
      return keys;
    },
  };
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
