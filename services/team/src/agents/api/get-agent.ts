import { ok, selectFields, withVersion } from '@plotline/kit/core/answer';
import type { Caller } from '@plotline/kit/core/caller';
import { notFound } from '@plotline/kit/core/errors';
import { assertScopes } from '@plotline/kit/http/authorize';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import type { Agent } from '../model/agent.js';
import { toAgentJson, toTeamReferenceJson } from './agent-json.js';
import { toAgentTotalsJson } from './agent-stats.js';

interface ShapeQuery {
  readonly fields?: readonly string[];
  readonly expand?: readonly string[];
  readonly include_stats?: boolean;
}

/** Number of leads that `expand=leads` shows. */
const maxLeads = 20;

async function fetchRelations({ teams, pipeline }: Context, caller: Caller, agent: Agent, query: ShapeQuery) {
  const expands = (name: string) => query.expand?.includes(name) ?? false;
  const needsStats = query.include_stats || query.fields?.includes('stats');
  const [team, leads, totals] = await Promise.all([
    expands('team') && agent.team_id ? teams.get(caller, agent.team_id) : null,
    expands('leads') ? pipeline.getNewestLeads(caller, agent.id, maxLeads) : [],
    needsStats ? pipeline.getTotals(caller, [agent.id]) : null,
  ]);
  return {
    ...(expands('team') ? { team: team && toTeamReferenceJson(team) } : {}),
    ...(expands('leads') ? { leads } : {}),
    ...(totals ? { stats: toAgentTotalsJson(totals.get(agent.id)) } : {}),
  };
}

/** GET /v1/agents/:id. Throws FORBIDDEN when a caller who may not read leads requests them. */
export function getAgent(context: Context): Handler<unknown, ShapeQuery> {
  return async ({ caller, path, query }) => {
    if (query.expand?.includes('leads')) assertScopes(caller.scopes, ['read:leads']);
    const agent = await context.agents.get(caller, path('id'));
    if (!agent) throw notFound();
    const relations = await fetchRelations(context, caller, agent, query);
    return withVersion(ok({ ...selectFields(toAgentJson(agent), query.fields), ...relations }), agent.version);
  };
}
