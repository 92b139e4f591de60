import { invalid } from '@plotline/kit/errors';
import { ok } from '@plotline/kit/http/answer';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../context.js';
import { deactivate } from '../domain/agent-patch.js';
import { agentJson } from './agent-json.js';

interface Body {
  readonly reassign_leads_to?: string | null;
  readonly reason?: string | null;
}

/** POST /v1/agents/:id/deactivate */
export function deactivateAgent({ agents, clock }: Context): Handler<Body> {
  return async ({ caller, path, body }) => {
    const id = path('id');
    const heir = body.reassign_leads_to ?? undefined;
    if (heir === id) throw invalid({ field: 'reassign_leads_to', message: 'must be another agent' });
    const now = clock();
    const change = {
      type: 'deactivated',
      description: 'The agent was deactivated.',
      event: 'agent.deactivated',
      ...(body.reason ? { attributes: { reason: body.reason } } : {}),
      ...(heir === undefined ? {} : { handover: { agent_id: id, to_agent_id: heir } }),
    };
    const agent = await agents.change(
      caller,
      id,
      change,
      (before) => deactivate(before, now),
      (after) => ok(agentJson(after)),
    );
    return ok(agentJson(agent));
  };
}
