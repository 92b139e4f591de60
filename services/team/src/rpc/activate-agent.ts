import { noAnswer } from '@plotline/kit/mongo/change-record';
import type { RpcHandler } from '@plotline/kit/rpc/server';
import type { ActivateAgentRequest, ActivateAgentResponse } from '@plotline/protos/plotline/team/v1/agents';
import type { Context } from '../context.js';
import { accept } from '../domain/agent.js';

const change = { type: 'activated', description: 'The invitation was accepted.' } as const;

/** AgentsService.ActivateAgent */
export function activateAgent({ agents, clock }: Context): RpcHandler<ActivateAgentRequest, ActivateAgentResponse> {
  return async ({ agent_id }, call) => {
    const command = { caller: call.caller() };
    await agents.change(command, agent_id, change, (agent) => accept(agent, clock()), noAnswer);
    return {};
  };
}
