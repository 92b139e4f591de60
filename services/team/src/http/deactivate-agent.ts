import { invalid, notFound } from '@plotline/kit/errors';
import { type Answer, ok, withVersion } from '@plotline/kit/http/answer';
import type { Call, Handler, InspectingHandler } from '@plotline/kit/http/handler';
import { retryOnConflict, VersionConflict } from '@plotline/kit/mongo/retry-on-conflict';
import type { Context } from '../context.js';
import { type Agent, deactivate } from '../domain/agent.js';
import { assertMayChange, toAuthority } from '../domain/authority.js';
import { findAssigneeFaults, sameAssignee } from '../domain/references.js';
import { toAgentJson } from '../json/agent.js';
import type { AgentChangeDescription } from '../store/agent-entry.js';
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

/**
 * One attempt, on the agent as it is. Throws VersionConflict when a concurrent call decided otherwise: it deactivated the agent
 * without this call's reassignment, or reactivated the agent.
 */
async function attempt({ agents }: Context, call: Call<Body>): Promise<Answer> {
  const { caller, path, body } = call;
  const agent = await agents.get(caller, path('id'));
  if (!agent) throw notFound();
  const reassignment = parseReassignment(agent, body);
  if (agent.status === 'inactive') {
    return reassignment ? agents.reassignLeads(call, reassignment, toAnswer) : toAnswer(agent);
  }
  const authority = toAuthority(caller.actor, caller.scopes);
  let isDeactivated = false;
  const decide = (before: Agent, now: Date) => {
    isDeactivated = before.status !== 'inactive';
    const after = deactivate(before, now);
    assertMayChange(authority, before, after);
    return after;
  };
  const { answer } = await agents.change(call, agent.id, describeDeactivation(body, reassignment), decide, toAnswer);
  if (!isDeactivated && reassignment) throw new VersionConflict();
  return answer;
}

/** POST /v1/agents/:id/deactivate */
export function deactivateAgent(context: Context): InspectingHandler {
  const handle: Handler<Body> = (call) => retryOnConflict(() => attempt(context, call));
  const inspect = async ({ caller, path, body: { reassign_leads_to: assignee } }: Call<Body>) => {
    if (typeof assignee !== 'string' || !(await context.agents.get(caller, path('id')))) return [];
    return findAssigneeFaults(path('id'), assignee, await context.agents.get(caller, assignee));
  };
  return { handle, inspect };
}
