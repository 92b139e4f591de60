import { notFound } from '@plotline/kit/errors';
import { ok } from '@plotline/kit/http/answer';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../context.js';
import type { StatsRange } from '../peers/pipeline.js';
import { statsJson } from './stats-json.js';

/** GET /v1/agents/:id/stats */
export function readAgentStats({ agents, pipeline }: Context): Handler<unknown, StatsRange> {
  return async ({ caller, path, query }) => {
    const agent = await agents.get(caller, path('id'));
    if (!agent) throw notFound();
    return ok(statsJson(await pipeline.stats(caller, agent.id, query), caller.currency));
  };
}
