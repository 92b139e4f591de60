import { page } from '@plotline/kit/http/answer';
import { selectFields } from '@plotline/kit/http/fields';
import type { Handler } from '@plotline/kit/http/handler';
import type { ListQuery } from '@plotline/kit/mongo/list';
import type { Context } from '../context.js';
import { teamJson } from './team-json.js';

interface Query extends ListQuery {
  readonly fields?: readonly string[];
}

/** GET /v1/teams */
export function listTeams({ teams }: Context): Handler<unknown, Query> {
  return async ({ caller, query }) => {
    const { records, info } = await teams.list(caller, query);
    return page(
      records.map((team) => selectFields(teamJson(team), query.fields)),
      info,
    );
  };
}
