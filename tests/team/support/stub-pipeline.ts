import { invalid } from '@plotline/kit/errors';
import { createLog } from '@plotline/kit/process/log';
import { createRpcAdapter, createRpcServer } from '@plotline/kit/rpc/server';
import {
  type AgentLeadsServiceServer,
  AgentLeadsServiceService,
  type AssignedLead,
  type GetNewestLeadsRequest,
} from '@plotline/protos/plotline/pipeline/v1/agent_leads';
import {
  type AgentStatsServiceServer,
  AgentStatsServiceService,
  type AgentTotals,
  type GetAgentStatsRequest,
  type GetAgentStatsResponse,
} from '@plotline/protos/plotline/pipeline/v1/agent_stats';
import { freePort } from '../../support/free-port.js';

/** In place of the pipeline service: answers over gRPC what a test tells it to, and remembers what it was asked. */
export interface StubPipeline {
  readonly address: string;
  readonly asked: {
    readonly totals: (readonly string[])[];
    readonly stats: GetAgentStatsRequest[];
    readonly leads: GetNewestLeadsRequest[];
  };
  /** Totals by agent id; an agent without any has zeros. */
  readonly totals: Map<string, Omit<AgentTotals, 'agent_id'>>;
  readonly stats: Map<string, GetAgentStatsResponse>;
  readonly leads: Map<string, AssignedLead[]>;
  close(): Promise<void>;
}

const nothing = { active_leads: 0, deals_closed: 0, total_revenue: 0 };

export async function startStubPipeline(secret: string): Promise<StubPipeline> {
  const asked: StubPipeline['asked'] = { totals: [], stats: [], leads: [] };
  const totals: StubPipeline['totals'] = new Map();
  const stats: StubPipeline['stats'] = new Map();
  const leads: StubPipeline['leads'] = new Map();
  const rpc = createRpcAdapter({ secret, log: createLog('test', 'silent') });
  const figures: AgentStatsServiceServer = {
    getAgentTotals: rpc(async ({ agent_ids }, call) => {
      call.caller();
      asked.totals.push(agent_ids);
      return { totals: agent_ids.map((agent_id) => ({ agent_id, ...(totals.get(agent_id) ?? nothing) })) };
    }),
    getAgentStats: rpc(async (request, call) => {
      call.caller();
      asked.stats.push(request);
      const found = stats.get(request.agent_id);
      if (!found) throw invalid({ field: 'start_date', message: 'must not be after end_date' });
      return found;
    }),
  };
  const assigned: AgentLeadsServiceServer = {
    getNewestLeads: rpc(async (request, call) => {
      call.caller();
      asked.leads.push(request);
      return { leads: leads.get(request.agent_id) ?? [] };
    }),
  };
  const server = createRpcServer([
    [AgentStatsServiceService, figures],
    [AgentLeadsServiceService, assigned],
  ]);
  const port = await freePort();
  await server.listen(port, '127.0.0.1');
  return { address: `127.0.0.1:${port}`, asked, totals, stats, leads, close: () => server.close() };
}
