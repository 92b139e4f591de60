import type { Caller } from '@plotline/kit/core/caller';
import type { Peer } from '@plotline/kit/rpc/client';
import {
  AccessServiceService,
  type AssignRoleRequest,
  type EndAccessRequest,
  type LeftKey,
} from '@plotline/protos/plotline/auth/v1/access';
import { InvitationsServiceService } from '@plotline/protos/plotline/auth/v1/invitations';
import type { Agent } from '../agents/model/agent.js';

/** Invitations of agents by email. */
export interface Invitations {
  /**
   * Sends the invitation. Resolves to the time when the mail server accepted it, or to null if it will be sent later.
   */
  send(caller: Caller, agent: Pick<Agent, 'id' | 'version' | 'email' | 'name'>): Promise<Date | null>;
}

/** Access of people, which the auth service grants according to the roles of their agents. */
export interface Accounts {
  /** Stores the role and status of an agent in live mode in the auth service. They apply before the call resolves. */
  assignRole(caller: Caller, request: AssignRoleRequest): Promise<void>;
  /**
   * Resolves to the working API keys that a deactivated agent's person created, and revokes them on request. Notifies
   * the owners once for each version of the agent, but not for version 0.
   */
  endAccess(caller: Caller, request: EndAccessRequest): Promise<readonly LeftKey[]>;
}

/** Creates a client of the auth service. */
export function createAccountsClient(peer: Peer): Accounts {
  return {
    assignRole: async (caller, request) => {
      await peer.call(AccessServiceService.assignRole, request, { caller });
    },
    endAccess: async (caller, request) => {
      const { keys } = await peer.call(AccessServiceService.endAccess, request, { caller });
      return keys;
    },
  };
}

/** Creates a client of the auth service. */
export function createInvitationsClient(peer: Peer): Invitations {
  return {
    send: async (caller, { id, version, email, name }) => {
      const request = { agent_id: id, agent_version: version, email, name };
      const { sent_at } = await peer.call(InvitationsServiceService.sendInvitation, request, { caller });
      return sent_at === 0 ? null : new Date(sent_at);
    },
  };
}
