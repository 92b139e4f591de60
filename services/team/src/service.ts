import type { FindByExternalId } from '@plotline/kit/http/handler';
import { getByExternalId } from '@plotline/kit/http/service-server';
import { withMaintenance } from '@plotline/kit/ops/rebuilds/run-rebuilds';
import { createRpcAdapter } from '@plotline/kit/rpc/server';
import type { Service } from '@plotline/kit/service/service';
import { RecordsServiceService } from '@plotline/protos/plotline/records/v1/records';
import { AccountsServiceService } from '@plotline/protos/plotline/team/v1/accounts';
import { AgentsServiceService } from '@plotline/protos/plotline/team/v1/agents';
import { ReassignmentsServiceService } from '@plotline/protos/plotline/team/v1/reassignments';
import { createAccountsService } from './agents/api/accounts-service.js';
import { getAgentStats } from './agents/api/agent-stats.js';
import { createAgentsService } from './agents/api/agents-service.js';
import { createAgent } from './agents/api/create-agent.js';
import { deactivateAgent } from './agents/api/deactivate-agent.js';
import { getAgent } from './agents/api/get-agent.js';
import { listAgents } from './agents/api/list-agents.js';
import { readRecords } from './agents/api/read-records.js';
import { createReassignmentsService } from './agents/api/reassignments-service.js';
import { updateAgent } from './agents/api/update-agent.js';
import type { Context } from './context.js';
import { createRebuilds } from './rebuilds.js';
import { rpcCallers } from './rpc-callers.js';
import { migrations } from './stores.js';
import { createTeam } from './teams/api/create-team.js';
import { deleteTeam } from './teams/api/delete-team.js';
import { getTeam, listTeams } from './teams/api/read-teams.js';
import { updateTeam } from './teams/api/update-team.js';

/** Registers the endpoints and RPCs of this service. */
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
