import type { Caller } from '@plotline/kit/caller';
import { notFound } from '@plotline/kit/errors';
import { ok, versioned } from '@plotline/kit/http/answer';
import { selectFields } from '@plotline/kit/http/fields';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../context.js';
import type { Agent } from '../domain/agent.js';
import { agentJson } from './agent-json.js';
import { totalsJson } from './stats-json.js';

interface Query {
  readonly expand?: readonly string[];
  readonly fields?: readonly string[];
  readonly include_stats?: boolean;
}

const shownLeads = 20;

async function relations({ teams, pipeline }: Context, caller: Caller, agent: Agent, query: Query) {
  const wants = (name: string) => query.expand?.includes(name) ?? false;
  const wantsStats = query.include_stats || query.fields?.includes('stats');
  const [team, leads, totals] = await Promise.all([
    wants('team') && agent.team_id ? teams.get(caller, agent.team_id) : null,
    wants('leads') ? pipeline.newestLeads(caller, agent.id, shownLeads) : [],
    wantsStats ? pipeline.totals(caller, [agent.id]) : null,
  ]);
  return {
    ...(wants('team') ? { team: team && { id: team.id, name: team.name } } : {}),
    ...(wants('leads') ? { leads } : {}),
    ...(totals ? { stats: totalsJson(totals.get(agent.id)) } : {}),
  };
}

/** GET /v1/agents/:id */
export function readAgent(context: Context): Handler<unknown, Query> {
  return async ({ caller, path, query }) => {
    const agent = await context.agents.get(caller, path('id'));
    if (!agent) throw notFound();
    const related = await relations(context, caller, agent, query);
    return versioned(ok({ ...selectFields(agentJson(agent), query.fields), ...related }), agent.version);
  };
}
