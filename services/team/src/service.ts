import { getByExternalId } from '@plotline/kit/http/by-external-id';
import type { FindByExternalId } from '@plotline/kit/http/handler';
import { withMaintenance } from '@plotline/kit/ops/rebuilds/with-maintenance';
import { createRpcAdapter } from '@plotline/kit/rpc/server';
import type { Service } from '@plotline/kit/service/service';
import { RecordsServiceService } from '@plotline/protos/plotline/records/v1/records';
import { AccountsServiceService } from '@plotline/protos/plotline/team/v1/accounts';
import { AgentsServiceService } from '@plotline/protos/plotline/team/v1/agents';
import { ReassignmentsServiceService } from '@plotline/protos/plotline/team/v1/reassignments';
import type { Context } from './context.js';
import { deactivateAgent } from './http/deactivate-agent.js';
import { getAgent, getAgentStats, listAgents } from './http/read-agents.js';
import { createTeam, deleteTeam, getTeam, listTeams, updateTeam } from './http/teams.js';
import { createAgent, updateAgent } from './http/write-agent.js';
import { createRebuilds } from './rebuilds.js';
import { createAccountsService } from './rpc/accounts.js';
import { createAgentsService, createReassignmentsService } from './rpc/agents.js';
import { readRecords } from './rpc/read-records.js';
import { rpcCallers } from './rpc/rpc-callers.js';
import { migrations } from './stores.js';

/** Registers what this service answers. */
export function createService(context: Context): Service {
  const findAgent: FindByExternalId = (tenant, externalId) => context.agents.findIdByExternalId(tenant, externalId);
  const rpc = createRpcAdapter({ ...context.runtime, callers: rpcCallers });
  const maintenance = { resets: context.sandboxResets, rebuilds: createRebuilds(context) };
  return withMaintenance(context.runtime, maintenance, {
    contract: new URL('../openapi.yaml', import.meta.url),
    migrations,
    handlers: {
      listAgents: listAgents(context),
      createAgent: createAgent(context),
      getAgent: getAgent(context),
      getAgentStats: getAgentStats(context),
      updateAgent: updateAgent(context),
      getAgentByExternalId: getByExternalId(findAgent, getAgent(context)),
      upsertAgentByExternalId: { find: findAgent, create: 'createAgent', update: 'updateAgent' },
      deactivateAgent: deactivateAgent(context),
      listTeams: listTeams(context),
      createTeam: createTeam(context),
      getTeam: getTeam(context),
      updateTeam: updateTeam(context),
      deleteTeam: deleteTeam(context),
    },
    rpc: [
      [AccountsServiceService, createAccountsService(context, rpc)],
      [AgentsServiceService, createAgentsService(context, rpc)],
      [ReassignmentsServiceService, createReassignmentsService(context, rpc)],
      [RecordsServiceService, { readRecords: rpc(readRecords(context)) }],
    ],
  });
}
