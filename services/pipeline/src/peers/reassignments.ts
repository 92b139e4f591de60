import type { Caller } from '@plotline/kit/caller';
import type { Peer } from '@plotline/kit/rpc/client';
import {
  type Reassignment as ReassignmentMessage,
  ReassignmentsServiceService,
} from '@plotline/protos/plotline/team/v1/reassignments';
import type { Reassignment } from '../domain/reassignment.js';

/** What is known of reassignments where agents are deactivated. */
export interface Reassignments {
  /** The agent's reassignments, those of the agents who took the leads, and so on; in no particular order. */
  reachableFrom(caller: Caller, agentId: string): Promise<readonly Reassignment[]>;
}

function reassignment({ at, until, ...who }: ReassignmentMessage): Reassignment {
  if (!at) throw new Error('A reassignment has no time.');
  return { ...who, at, until: until ?? null };
}

/** Asks the team service. */
export function askTeamForReassignments(peer: Peer): Reassignments {
  return {
    reachableFrom: async (caller, agent_id) => {
      const { reassignments } = await peer.call(ReassignmentsServiceService.getReassignments, { agent_id }, { caller });
      return reassignments.map(reassignment);
    },
  };
}
