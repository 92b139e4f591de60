import { notFound } from '@plotline/kit/errors';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../context.js';
import { type ListParameters, leadPage } from './list-leads.js';

/** GET /v1/agents/:id/leads */
export function listAgentLeads(context: Context): Handler<unknown, ListParameters> {
  return async ({ caller, path, query }) => {
    const agent = path('id');
    if ((await context.agents.find(caller, [agent])).length === 0) throw notFound();
    return leadPage(context, caller, { ...query, agent_id: agent });
  };
}
