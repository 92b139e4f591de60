import { invalid, notFound } from '@plotline/kit/errors';
import { ok, versioned } from '@plotline/kit/http/answer';
import type { Call, Handler, InspectingHandler } from '@plotline/kit/http/handler';
import type { Context } from '../context.js';
import type { Agent } from '../domain/agent.js';
import { deactivate } from '../domain/agent-patch.js';
import { assigneeFaults, sameAssignee } from '../domain/references.js';
import type { AgentChange } from '../store/agents.js';
import type { Reassignment } from '../store/reassignments.js';
import { agentJson } from './agent-json.js';

interface Body {
  readonly reassign_leads_to?: string | null;
  readonly reason?: string | null;
}

const answerOf = (agent: Agent) => versioned(ok(agentJson(agent)), agent.version);

function reassignmentOf(agent: Agent, { reassign_leads_to: assignee }: Body): Reassignment | null {
  if (typeof assignee !== 'string') return null;
  if (assignee === agent.id) throw invalid(sameAssignee);
  return { agent_id: agent.id, assignee_id: assignee };
}

function changeOf({ reason }: Body, reassignment: Reassignment | null): AgentChange {
  return {
    type: 'deactivated',
    description: 'The agent was deactivated.',
    event: 'agent.deactivated',
    ...(reason ? { attributes: { reason } } : {}),
    ...(reassignment ? { reassignment } : {}),
  };
}

/** POST /v1/agents/:id/deactivate */
export function deactivateAgent({ agents, clock }: Context): InspectingHandler {
  const handle: Handler<Body> = async (call) => {
    const { caller, path, body } = call;
    const agent = await agents.get(caller, path('id'));
    if (!agent) throw notFound();
    const reassignment = reassignmentOf(agent, body);
    if (agent.status === 'inactive') {
      const answer = answerOf(agent);
      if (reassignment) await agents.reassignLeads(call, reassignment, answer);
      return answer;
    }
    const now = clock();
    const change = changeOf(body, reassignment);
    const { answer } = await agents.change(call, agent.id, change, (before) => deactivate(before, now), answerOf);
    return answer;
  };
  const inspect = async ({ caller, path, body: { reassign_leads_to: assignee } }: Call<Body>) => {
    if (typeof assignee !== 'string' || !(await agents.get(caller, path('id')))) return [];
    return assigneeFaults(path('id'), assignee, await agents.get(caller, assignee));
  };
  return { handle, inspect };
}
