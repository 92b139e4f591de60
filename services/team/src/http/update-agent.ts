import { invalid } from '@plotline/kit/errors';
import { ok, versioned } from '@plotline/kit/http/answer';
import { assertIfMatch } from '@plotline/kit/http/etag';
import type { Call, Handler, InspectingHandler } from '@plotline/kit/http/handler';
import { merge } from '@plotline/kit/merge';
import type { Context } from '../context.js';
import type { Agent } from '../domain/agent.js';
import { type AgentPatch, editAgent, patchFaults } from '../domain/agent-patch.js';
import { agentJson } from './agent-json.js';
import { teamFaults } from './reference-faults.js';

const change = { type: 'field_update', description: 'The agent was changed.' } as const;

/** PUT /v1/agents/:id */
export function updateAgent(context: Context): InspectingHandler {
  const { agents, clock } = context;
  const handle: Handler<AgentPatch> = async (call) => {
    const { caller, path, body, header } = call;
    const ofTeam = await teamFaults(context, caller, body);
    const now = clock();
    const decide = (before: Agent) => {
      const faults = [...patchFaults(before, body), ...ofTeam];
      if (faults.length > 0) throw invalid(...faults);
      assertIfMatch(header, before);
      return editAgent(merge(before, body), now);
    };
    const toAnswer = (agent: Agent) => versioned(ok(agentJson(agent)), agent.version);
    return (await agents.change(call, path('id'), change, decide, toAnswer)).answer;
  };
  const inspect = async ({ caller, path, body }: Call<AgentPatch>) => {
    const agent = await agents.get(caller, path('id'));
    return agent ? [...patchFaults(agent, body), ...(await teamFaults(context, caller, body))] : [];
  };
  return { handle, inspect };
}
