import type { Caller } from '@plotline/kit/core/caller';
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

/** Leads and deals of agents. */
export interface PipelineClient {
  /** Returns totals of all time by agent id, for all ids in one call. */
  getTotals(caller: Caller, ids: readonly string[]): Promise<ReadonlyMap<string, AgentTotals>>;
  /** Returns the statistics of one agent over a range of days. Rejects with VALIDATION_ERROR for an invalid range. */
  getStats(caller: Caller, id: string, range: StatsRange): Promise<GetAgentStatsResponse>;
  getNewestLeads(caller: Caller, id: string, limit: number): Promise<readonly AssignedLead[]>;
}

/** Creates a client of the pipeline service. */
export function createPipelineClient(peer: Peer): PipelineClient {
  return {
    getTotals: async (caller, ids) => {
      if (ids.length === 0) return new Map();
      const request = { agent_ids: [...ids] };
      const { totals } = await peer.call(AgentStatsServiceService.getAgentTotals, request, { caller });
      return new Map(totals.map((agentTotals) => [agentTotals.agent_id, agentTotals]));
    },
    getStats: (caller, agent_id, { period, start_date, end_date }) =>
      peer.call(AgentStatsServiceService.getAgentStats, { agent_id, period, start_date, end_date }, { caller }),
    getNewestLeads: async (caller, agent_id, limit) => {
      const { leads } = await peer.call(AgentLeadsServiceService.getNewestLeads, { agent_id, limit }, { caller });
      return leads;
    },
  };
}
