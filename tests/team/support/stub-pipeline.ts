import { invalid } from '@plotline/kit/core/errors';
import { createRpcAdapter, createRpcServer } from '@plotline/kit/rpc/server';
import { createLog } from '@plotline/kit/telemetry/log';
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
import { allowAll, callerKeysOf } from '../../support/caller-keys.js';
import { freePort } from '../../support/free-port.js';

/** Replaces the pipeline service. Answers over gRPC as a test configures it, and records its requests. */
export interface StubPipeline {
  readonly address: string;
  readonly requests: {
    readonly totals: (readonly string[])[];
    readonly stats: GetAgentStatsRequest[];
    readonly leads: GetNewestLeadsRequest[];
  };
  /** Totals by agent id. Zeros for other agents. */
  readonly totals: Map<string, Omit<AgentTotals, 'agent_id'>>;
  readonly stats: Map<string, GetAgentStatsResponse>;
  readonly leads: Map<string, AssignedLead[]>;
  close(): Promise<void>;
}

const callerKeys = callerKeysOf('pipeline');
const zeroTotals = { active_leads: 0, deals_closed: 0, total_revenue: 0 };

export async function startStubPipeline(): Promise<StubPipeline> {
  const requests: StubPipeline['requests'] = { totals: [], stats: [], leads: [] };
  const totals: StubPipeline['totals'] = new Map();
  const stats: StubPipeline['stats'] = new Map();
  const leads: StubPipeline['leads'] = new Map();
  const callers = { ...allowAll(AgentStatsServiceService), ...allowAll(AgentLeadsServiceService) };
  const rpc = createRpcAdapter({ name: 'pipeline', callerKeys, callers, log: createLog('test', 'silent') });
  const statsService: AgentStatsServiceServer = {
    getAgentTotals: rpc(async ({ agent_ids }, call) => {
      call.caller();
      requests.totals.push(agent_ids);
      return { totals: agent_ids.map((agent_id) => ({ agent_id, ...(totals.get(agent_id) ?? zeroTotals) })) };
    }),
    getAgentStats: rpc(async (request, call) => {
      call.caller();
      requests.stats.push(request);
      const found = stats.get(request.agent_id);
      if (!found) throw invalid({ field: 'start_date', message: 'must not be after end_date' });
      return found;
    }),
  };
  const leadsService: AgentLeadsServiceServer = {
    getNewestLeads: rpc(async (request, call) => {
      call.caller();
      requests.leads.push(request);
      return { leads: leads.get(request.agent_id) ?? [] };
    }),
  };
  const server = createRpcServer([
    [AgentStatsServiceService, statsService],
    [AgentLeadsServiceService, leadsService],
  ]);
  const port = await freePort();
  await server.listen(port, '127.0.0.1');
  return { address: `127.0.0.1:${port}`, requests, totals, stats, leads, close: () => server.close() };
}
