import { invalid, notFound } from '@plotline/kit/errors';
import { ok, withVersion } from '@plotline/kit/http/answer';
import type { Call, Handler, InspectingHandler } from '@plotline/kit/http/handler';
import type { Context } from '../context.js';
import { type Agent, deactivate } from '../domain/agent.js';
import { findAssigneeFaults, sameAssignee } from '../domain/references.js';
import { toAgentJson } from '../json/agent.js';
import type { AgentChangeDescription } from '../store/agents.js';
import type { Reassignment } from '../store/reassignments.js';

interface Body {
  readonly reassign_leads_to?: string | null;
  readonly reason?: string | null;
}

const toAnswer = (agent: Agent) => withVersion(ok(toAgentJson(agent)), agent.version);

function parseReassignment(agent: Agent, { reassign_leads_to: assignee }: Body): Reassignment | null {
  if (typeof assignee !== 'string') return null;
  if (assignee === agent.id) throw invalid(sameAssignee);
  return { agent_id: agent.id, assignee_id: assignee };
}

function describeDeactivation({ reason }: Body, reassignment: Reassignment | null): AgentChangeDescription {
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
    const reassignment = parseReassignment(agent, body);
    if (agent.status === 'inactive') {
      const answer = toAnswer(agent);
      if (reassignment) await agents.reassignLeads(call, reassignment, answer);
      return answer;
    }
    const now = clock();
    const description = describeDeactivation(body, reassignment);
    const decide = (before: Agent) => deactivate(before, now);
    return (await agents.change(call, agent.id, description, decide, toAnswer)).answer;
  };
  const inspect = async ({ caller, path, body: { reassign_leads_to: assignee } }: Call<Body>) => {
    if (typeof assignee !== 'string' || !(await agents.get(caller, path('id')))) return [];
    return findAssigneeFaults(path('id'), assignee, await agents.get(caller, assignee));
  };
  return { handle, inspect };
}
