import { invalid } from '@plotline/kit/core/errors';
import { maxIdsPerCall } from '@plotline/kit/rpc/client';
import type { RpcAdapter } from '@plotline/kit/rpc/server';
import { noAnswer } from '@plotline/kit/store/records/change-record';
import type { Agent as AgentMessage, AgentsServiceServer } from '@plotline/protos/plotline/team/v1/agents';
import type { Context } from '../../context.js';
import { type Agent, acceptInvitation } from '../model/agent.js';
import { changeAgent } from './change-agent.js';

function toAgentMessage(agent: Agent, sandboxId?: string): AgentMessage {
  const { id, name, email, role, status, team_id, commission } = agent;
  return {
    id,
    name,
    email,
    role,
    status,
    team_id: team_id ?? '',
    commission_rate: commission.rate ?? undefined,
    active_since: agent.active_since?.getTime() ?? 0,
    deactivated_at: agent.deactivated_at?.getTime() ?? 0,
    last_active: agent.last_active?.getTime() ?? 0,
    sandbox_id: sandboxId,
    version: agent.version,
  };
}

/** Creates AgentsService, which provides agents and the members of teams. */
export function createAgentsService(context: Context, rpc: RpcAdapter): AgentsServiceServer {
  const { agents } = context;
  return {
    getAgents: rpc(async ({ ids, with_sandbox_ids }, call) => {
      if (ids.length > maxIdsPerCall)
        throw invalid({ field: 'ids', message: `must have at most ${maxIdsPerCall} ids` });
      const caller = call.caller();
      const found = await agents.getMany(caller, ids);
      if (!with_sandbox_ids) return { agents: found.map((agent) => toAgentMessage(agent)) };
      const emails = found.map(({ email }) => email);
      const sandboxIds = await agents.findSandboxIds(caller, emails);
      return { agents: found.map((agent) => toAgentMessage(agent, sandboxIds.get(agent.email))) };
    }),
    findAgents: rpc(async ({ references }, call) => {
      if (references.length > maxIdsPerCall)
        throw invalid({ field: 'references', message: `must have at most ${maxIdsPerCall} references` });
      const found = await agents.findNamed(call.caller(), references);
      return {
        found: found.map(({ reference, agents: [first, ...others] }) => ({
          reference,
          count: others.length + 1,
          id: others.length === 0 ? first?.id : undefined,
        })),
      };
    }),
    activateAgent: rpc(async ({ agent_id, email }, call) => {
      const description = { type: 'activated', description: 'The invitation was accepted.' } as const;
      const command = { caller: call.caller() };
      const accept = (agent: Agent, at: Date) => acceptInvitation(agent, email, at);
      await changeAgent(context, command, agent_id, description, accept, noAnswer);
      return {};
    }),
    getTeammates: rpc(async ({ agent_id }, call) => {
      const caller = call.caller();
      const agent = await agents.get(caller, agent_id);
      if (!agent) return { agent_ids: [] };
      return { agent_ids: agent.team_id === null ? [agent.id] : await agents.findIdsByTeam(caller, agent.team_id) };
    }),
  };
}
