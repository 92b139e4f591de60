import { page, selectFields } from '@plotline/kit/core/answer';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import type { AgentQuery } from '../store/agent-collection.js';
import { toAgentJson, toTeamReferenceJson } from './agent-json.js';
import { toAgentTotalsJson } from './agent-stats.js';

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
