import { createRpcAdapter } from '@plotline/kit/rpc/server';
import type { ServiceParts } from '@plotline/kit/service';
import { type AgentsServiceServer, AgentsServiceService } from '@plotline/protos/plotline/team/v1/agents';
import type { Context } from './context.js';
import { inviteAgent } from './http/invite-agent.js';
import { listAgents } from './http/list-agents.js';
import { readAgent } from './http/read-agent.js';
import { activateAgent } from './rpc/activate-agent.js';
import { getAgents } from './rpc/get-agents.js';

/** Registers what this service answers. */
export function partsOf(context: Context): ServiceParts {
  const rpc = createRpcAdapter(context.foundation);
  const agents: AgentsServiceServer = {
    getAgents: rpc(getAgents(context)),
    activateAgent: rpc(activateAgent(context)),
  };
  return {
    contract: new URL('../openapi.yaml', import.meta.url),
    handlers: {
      listAgents: listAgents(context),
      inviteAgent: inviteAgent(context),
      readAgent: readAgent(context),
    },
    rpc: [[AgentsServiceService, agents]],
  };
}
