import type { Caller } from '@plotline/kit/caller';
import type { Peer } from '@plotline/kit/rpc/client';
import { AgentLeadsServiceService, type AssignedLead } from '@plotline/protos/plotline/pipeline/v1/agent_leads';
import {
  AgentStatsServiceService,
  type AgentTotals,
  type GetAgentStatsResponse,
} from '@plotline/protos/plotline/pipeline/v1/agent_stats';

export interface StatsRange {
  readonly period: string;
  readonly start_date?: string;
  readonly end_date?: string;
}

/** What team asks about its people's leads and deals. */
export interface Pipeline {
  /** Totals of all time by agent id, for all the ids in one call. */
  totals(caller: Caller, ids: readonly string[]): Promise<ReadonlyMap<string, AgentTotals>>;
  /** The figures of one agent over a range of days. Rejects with VALIDATION_ERROR for a range that is none. */
  stats(caller: Caller, id: string, range: StatsRange): Promise<GetAgentStatsResponse>;
  newestLeads(caller: Caller, id: string, limit: number): Promise<readonly AssignedLead[]>;
}

/** Asks the pipeline service. */
export function askPipeline(peer: Peer): Pipeline {
  return {
    totals: async (caller, ids) => {
      if (ids.length === 0) return new Map();
      const request = { agent_ids: [...ids] };
      const { totals } = await peer.call(AgentStatsServiceService.getAgentTotals, request, { caller });
      return new Map(totals.map((one) => [one.agent_id, one]));
    },
    stats: (caller, agent_id, { period, start_date, end_date }) =>
      peer.call(AgentStatsServiceService.getAgentStats, { agent_id, period, start_date, end_date }, { caller }),
    newestLeads: async (caller, agent_id, limit) => {
      const { leads } = await peer.call(AgentLeadsServiceService.getNewestLeads, { agent_id, limit }, { caller });
      return leads;
    },
  };
}
