import { createBatcher } from '@plotline/kit/core/batcher';
import { type Caller, createSystemCaller } from '@plotline/kit/core/caller';
import { newId } from '@plotline/kit/core/ids';
import { callInBatches } from '@plotline/kit/rpc/call-in-batches';
import type { Peer } from '@plotline/kit/rpc/client';
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

/** The agents of workspaces: who they are, their role and whether they are active. */
export interface Agents {
  /** The agents among the ids that exist in the caller's workspace, in no particular order; with the ids of those of the sandbox on request. */
  find(
    caller: Caller,
    ids: readonly string[],
    shown?: Pick<GetAgentsRequest, 'with_sandbox_ids'>,
  ): Promise<readonly Agent[]>;
  /** The agent as whom a person acts in a workspace, with the id of that of the sandbox. Those that are asked for at once share a call. */
  findMember(workspaceId: string, agentId: string): Promise<Agent | undefined>;
  /** Activates an agent who accepted the invitation. Rejects with NOT_FOUND, and with CONFLICT when the agent has another email. */
  activate(caller: Caller, request: ActivateAgentRequest): Promise<void>;
  /** Creates the first owner of a workspace. */
  createOwner(caller: Caller, request: CreateOwnerRequest): Promise<void>;
  /** Tells when an invitation was handed over. Rejects with NOT_FOUND. */
  recordInvitationSent(caller: Caller, request: RecordInvitationSentRequest): Promise<void>;
  /** Tells that the person of an agent is at work now. */
  recordActivity(caller: Caller, request: RecordActivityRequest): Promise<void>;
  /** Tells that nobody is joined to the agent any more. Rejects with NOT_FOUND, and with CONFLICT for the last active owner. */
  recordPersonMoved(caller: Caller, request: RecordPersonMovedRequest): Promise<void>;
}

interface AskedMember {
  readonly workspaceId: string;
  readonly agentId: string;
}

/** Agents over gRPC. */
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
