import { ok, page, selectFields, withVersion } from '@plotline/kit/core/answer';
import type { Caller } from '@plotline/kit/core/caller';
import { notFound } from '@plotline/kit/core/errors';
import { assertScopes } from '@plotline/kit/http/authorize';
import type { Handler } from '@plotline/kit/http/handler';
import type { StatsRange } from '../../clients/pipeline.js';
import type { Context } from '../../context.js';
import { toTeamReferenceJson } from '../../teams/api/team-json.js';
import type { Agent } from '../model/agent.js';
import type { AgentQuery } from '../store/agent-collection.js';
import { toAgentJson, toAgentStatsJson, toAgentTotalsJson } from './agent-json.js';

interface ShapeQuery {
  readonly fields?: readonly string[];
  readonly expand?: readonly string[];
}

const summaryFields = ['name', 'email', 'role', 'status', 'stats', 'created_at', 'updated_at'];

/** GET /v1/agents */
export function listAgents({ agents, teams, pipeline }: Context): Handler<unknown, AgentQuery & ShapeQuery> {
  return async ({ caller, query }) => {
    const { records, info } = await agents.list(caller, query);
    const fields = query.fields ?? summaryFields;
    const ids = records.map(({ id }) => id);
    const teamIds = records.flatMap(({ team_id }) => team_id ?? []);
    const [totals, expandedTeams] = await Promise.all([
      fields.includes('stats') ? pipeline.getTotals(caller, ids) : null,
      query.expand?.includes('team') ? teams.getMany(caller, teamIds) : null,
    ]);
    const teamById = new Map(expandedTeams?.map((team) => [team.id, toTeamReferenceJson(team)]));
    const json = records.map((agent) => ({
      ...selectFields({ ...toAgentJson(agent), stats: toAgentTotalsJson(totals?.get(agent.id)) }, fields),
      ...(expandedTeams ? { team: teamById.get(agent.team_id ?? '') ?? null } : {}),
    }));
    return page(json, info);
  };
}

interface AgentShapeQuery extends ShapeQuery {
  readonly include_stats?: boolean;
}

/** Number of leads that `expand=leads` shows. */
const maxLeads = 20;

async function fetchRelations({ teams, pipeline }: Context, caller: Caller, agent: Agent, query: AgentShapeQuery) {
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

/** GET /v1/agents/:id. Throws FORBIDDEN when leads are requested by a caller who may not read them. */
export function getAgent(context: Context): Handler<unknown, AgentShapeQuery> {
  return async ({ caller, path, query }) => {
    if (query.expand?.includes('leads')) assertScopes(caller.scopes, ['read:leads']);
    const agent = await context.agents.get(caller, path('id'));
    if (!agent) throw notFound();
    const relations = await fetchRelations(context, caller, agent, query);
    return withVersion(ok({ ...selectFields(toAgentJson(agent), query.fields), ...relations }), agent.version);
  };
}

/** GET /v1/agents/:id/stats */
export function getAgentStats({ agents, pipeline }: Context): Handler<unknown, StatsRange> {
  return async ({ caller, path, query }) => {
    const agent = await agents.get(caller, path('id'));
    if (!agent) throw notFound();
    return ok(toAgentStatsJson(await pipeline.getStats(caller, agent.id, query), caller.currency));
  };
}
