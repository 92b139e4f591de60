import { notFound } from '@plotline/kit/errors';
import { ok } from '@plotline/kit/http/answer';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../context.js';
import { agentJson } from './agent-json.js';

/** GET /v1/agents/:id */
export function readAgent({ agents }: Context): Handler {
  return async ({ caller, path }) => {
    const agent = await agents.get(caller, path('id'));
    if (!agent) throw notFound();
    return ok(agentJson(agent));
  };
}
