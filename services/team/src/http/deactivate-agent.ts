import { answering } from '@plotline/kit/caller';
import { invalid, notFound } from '@plotline/kit/errors';
import { ok, versioned } from '@plotline/kit/http/answer';
import type { Call, Handler, InspectingHandler } from '@plotline/kit/http/handler';
import type { Context } from '../context.js';
import type { Agent } from '../domain/agent.js';
import { deactivate } from '../domain/agent-patch.js';
import { heirFaults, sameHeir } from '../domain/references.js';
import type { AgentChange } from '../store/agents.js';
import type { Handover } from '../store/handovers.js';
import { agentJson } from './agent-json.js';

interface Body {
  readonly reassign_leads_to?: string | null;
  readonly reason?: string | null;
}

const answerOf = (agent: Agent) => versioned(ok(agentJson(agent)), agent.version);

function handoverOf(agent: Agent, { reassign_leads_to: heir }: Body): Handover | null {
  if (typeof heir !== 'string') return null;
  if (heir === agent.id) throw invalid(sameHeir);
  return { agent_id: agent.id, to_agent_id: heir };
}

function changeOf({ reason }: Body, handover: Handover | null): AgentChange {
  return {
    type: 'deactivated',
    description: 'The agent was deactivated.',
    event: 'agent.deactivated',
    ...(reason ? { attributes: { reason } } : {}),
    ...(handover ? { handover } : {}),
  };
}

/** POST /v1/agents/:id/deactivate */
export function deactivateAgent({ agents, clock }: Context): InspectingHandler {
  const handle: Handler<Body> = async ({ caller, path, body }) => {
    const agent = await agents.get(caller, path('id'));
    if (!agent) throw notFound();
    const handover = handoverOf(agent, body);
    if (agent.status === 'inactive') {
      if (handover) await agents.handOver(answering(caller, answerOf(agent)), handover);
      return answerOf(agent);
    }
    const now = clock();
    const change = changeOf(body, handover);
    return answerOf(await agents.change(caller, agent.id, change, (before) => deactivate(before, now), answerOf));
  };
  const inspect = async ({ caller, path, body: { reassign_leads_to: heir } }: Call<Body>) => {
    if (typeof heir !== 'string' || !(await agents.get(caller, path('id')))) return [];
    return heirFaults(path('id'), heir, await agents.get(caller, heir));
  };
  return { handle, inspect };
}
