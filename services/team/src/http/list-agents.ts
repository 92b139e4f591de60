import { page } from '@plotline/kit/http/answer';
import { selectFields } from '@plotline/kit/http/fields';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../context.js';
import type { AgentQuery } from '../store/agent-query.js';
import { agentJson } from './agent-json.js';
import { totalsJson } from './stats-json.js';

interface Query extends AgentQuery {
  readonly fields?: readonly string[];
  readonly expand?: readonly string[];
}

const summary = ['name', 'email', 'role', 'status', 'stats', 'created_at', 'updated_at'];

/** GET /v1/agents */
export function listAgents({ agents, teams, pipeline }: Context): Handler<unknown, Query> {
  return async ({ caller, query }) => {
    const { records, info } = await agents.list(caller, query);
    const fields = query.fields ?? summary;
    const ids = records.map(({ id }) => id);
    const [totals, named] = await Promise.all([
      fields.includes('stats') ? pipeline.totals(caller, ids) : null,
      query.expand?.includes('team')
        ? teams.getMany(
            caller,
            records.flatMap(({ team_id }) => team_id ?? []),
          )
        : null,
    ]);
    const byId = new Map(named?.map(({ id, name }) => [id, { id, name }]));
    const shown = records.map((agent) => ({
      ...selectFields({ ...agentJson(agent), stats: totalsJson(totals?.get(agent.id)) }, fields),
      ...(named ? { team: byId.get(agent.team_id ?? '') ?? null } : {}),
    }));
    return page(shown, info);
  };
}
