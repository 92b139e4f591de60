import type { Service } from '@plotline/kit/process/service';
import { createRpcAdapter } from '@plotline/kit/rpc/server';
import { type AgentsServiceServer, AgentsServiceService } from '@plotline/protos/plotline/team/v1/agents';
import {
  type ReassignmentsServiceServer,
  ReassignmentsServiceService,
} from '@plotline/protos/plotline/team/v1/reassignments';
import type { Context } from './context.js';
import { createTeam } from './http/create-team.js';
import { deactivateAgent } from './http/deactivate-agent.js';
import { deleteTeam } from './http/delete-team.js';
import { inviteAgent } from './http/invite-agent.js';
import { listAgents } from './http/list-agents.js';
import { listTeams } from './http/list-teams.js';
import { readAgent } from './http/read-agent.js';
import { readAgentStats } from './http/read-agent-stats.js';
import { readTeam } from './http/read-team.js';
import { updateAgent } from './http/update-agent.js';
import { updateTeam } from './http/update-team.js';
import { activateAgent } from './rpc/activate-agent.js';
import { getAgents } from './rpc/get-agents.js';
import { getReassignments } from './rpc/get-reassignments.js';
import { getTeammates } from './rpc/get-teammates.js';

/** Registers what this service answers. */
export function createService(context: Context): Service {
  const rpc = createRpcAdapter(context.runtime);
  const agents: AgentsServiceServer = {
    getAgents: rpc(getAgents(context)),
    activateAgent: rpc(activateAgent(context)),
    getTeammates: rpc(getTeammates(context)),
  };
  const reassignments: ReassignmentsServiceServer = { getReassignments: rpc(getReassignments(context)) };
  return {
    contract: new URL('../openapi.yaml', import.meta.url),
    handlers: {
      listAgents: listAgents(context),
      inviteAgent: inviteAgent(context),
      readAgent: readAgent(context),
      readAgentStats: readAgentStats(context),
      updateAgent: updateAgent(context),
      deactivateAgent: deactivateAgent(context),
      listTeams: listTeams(context),
      createTeam: createTeam(context),
      readTeam: readTeam(context),
      updateTeam: updateTeam(context),
      deleteTeam: deleteTeam(context),
    },
    rpc: [
      [AgentsServiceService, agents],
      [ReassignmentsServiceService, reassignments],
    ],
  };
}
