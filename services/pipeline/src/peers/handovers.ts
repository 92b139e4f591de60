import type { Caller } from '@plotline/kit/caller';
import type { Peer } from '@plotline/kit/rpc/client';
import { type Handover as HandoverMessage, HandoversServiceService } from '@plotline/protos/plotline/team/v1/handovers';
import type { Handover } from '../domain/handover.js';

/** What is known of handovers where agents are deactivated. */
export interface Handovers {
  /** The agent's handovers, those of the agents who took the leads, and so on; in no particular order. */
  reachableFrom(caller: Caller, agentId: string): Promise<readonly Handover[]>;
}

function handover({ at, until, ...who }: HandoverMessage): Handover {
  if (!at) throw new Error('A handover has no time.');
  return { ...who, at, until: until ?? null };
}

/** Asks the team service. */
export function askTeamForHandovers(peer: Peer): Handovers {
  return {
    reachableFrom: async (caller, agent_id) => {
      const { handovers } = await peer.call(HandoversServiceService.getHandovers, { agent_id }, { caller });
      return handovers.map(handover);
    },
  };
}
