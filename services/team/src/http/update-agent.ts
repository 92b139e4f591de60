import { ok } from '@plotline/kit/http/answer';
import { assertMatches } from '@plotline/kit/http/etag';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../context.js';
import { type AgentPatch, editAgent } from '../domain/agent-patch.js';
import { agentJson } from './agent-json.js';

const change = { type: 'field_update', description: 'The agent was changed.' } as const;

/** PUT /v1/agents/:id */
export function updateAgent({ agents, clock }: Context): Handler<AgentPatch> {
  return async ({ caller, path, body, header }) => {
    const now = clock();
    const agent = await agents.change(caller, path('id'), change, (before) => {
      assertMatches(header, agentJson(before));
      return editAgent(before, body, now);
    });
    return ok(agentJson(agent));
  };
}
