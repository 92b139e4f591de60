import { createBatcher } from '@plotline/kit/core/batcher';
import { type Caller, createSystemCaller } from '@plotline/kit/core/caller';
import { newId } from '@plotline/kit/core/ids';
import { callInBatches, type Peer } from '@plotline/kit/rpc/client';
import {
  AccountsServiceService,
  type CreateOwnerRequest,
  type RecordActivityRequest,
  type RecordInvitationSentRequest,
  type RecordPersonMovedRequest,
} from '@plotline/protos/plotline/team/v1/accounts';
import {
  type ActivateAgentRequest,
  type Agent,
  AgentsServiceService,
  type GetAgentsRequest,
} from '@plotline/protos/plotline/team/v1/agents';
import { liveTenant } from '../directory/store/tenants.js';

/** Client of the team service for agents: their identity, role and status. */
export interface Agents {
  /**
   * Finds the agents with the given ids in the caller's workspace, in no particular order. On request, includes the ids
   * of their agents in the sandbox.
   */
  find(
    caller: Caller,
    ids: readonly string[],
    shown?: Pick<GetAgentsRequest, 'with_sandbox_ids'>,
  ): Promise<readonly Agent[]>;
  /**
   * Finds the agent that represents a person in a workspace, with the id of the person's agent in the sandbox.
   * Concurrent requests share a call.
   */
  findMember(workspaceId: string, agentId: string): Promise<Agent | undefined>;
  /**
   * Activates an agent who accepted the invitation. Rejects with NOT_FOUND, and with CONFLICT if the agent has a
   * different email address by now.
   */
  activate(caller: Caller, request: ActivateAgentRequest): Promise<void>;
  /** Creates the first owner of a workspace. */
  createOwner(caller: Caller, request: CreateOwnerRequest): Promise<void>;
  /** Records the time when an invitation was sent. Rejects with NOT_FOUND. */
  recordInvitationSent(caller: Caller, request: RecordInvitationSentRequest): Promise<void>;
  /** Records that an agent's person is active now. */
  recordActivity(caller: Caller, request: RecordActivityRequest): Promise<void>;
  /**
   * Records that the agent no longer belongs to a person. Rejects with NOT_FOUND, and with CONFLICT for the last active
   * owner.
   */
  recordPersonMoved(caller: Caller, request: RecordPersonMovedRequest): Promise<void>;
}

interface AskedMember {
  readonly workspaceId: string;
  readonly agentId: string;
}

/** Creates the client over gRPC. */
export function createAgentsClient(peer: Peer): Agents {
  const find: Agents['find'] = (caller, all, shown) =>
    callInBatches(all, async (ids) => {
      const { agents } = await peer.call(AgentsServiceService.getAgents, { ids, ...shown }, { caller });
      return agents;
    });
  const findMembers = createBatcher<AskedMember, readonly Agent[]>({
    key: ({ workspaceId }) => workspaceId,
    maxBatch: 100,
    isConcurrent: true,
    run: async (asked) => {
      const [first] = asked;
      if (!first) return [];
      const caller = createSystemCaller(liveTenant(first.workspaceId), 'auth', newId('req'));
      return find(caller, [...new Set(asked.map(({ agentId }) => agentId))], { with_sandbox_ids: true });
    },
  });
  return {
    find,
    findMember: async (workspaceId, agentId) => {
      const found = await findMembers({ workspaceId, agentId });
      return found.find(({ id }) => id === agentId);
    },
    activate: async (caller, request) => {
      await peer.call(AgentsServiceService.activateAgent, request, { caller });
    },
    createOwner: async (caller, request) => {
      await peer.call(AccountsServiceService.createOwner, request, { caller });
    },
    recordInvitationSent: async (caller, request) => {
      await peer.call(AccountsServiceService.recordInvitationSent, request, { caller });
    },
    recordActivity: async (caller, request) => {
      await peer.call(AccountsServiceService.recordActivity, request, { caller });
    },
    recordPersonMoved: async (caller, request) => {
      await peer.call(AccountsServiceService.recordPersonMoved, request, { caller });
    },
  };
}
