import { notFound } from '@plotline/kit/errors';
import { ok, versioned } from '@plotline/kit/http/answer';
import { selectFields } from '@plotline/kit/http/fields';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../context.js';
import { teamJson } from './team-json.js';

interface Query {
  readonly fields?: readonly string[];
}

/** GET /v1/teams/:id */
export function readTeam({ teams }: Context): Handler<unknown, Query> {
  return async ({ caller, path, query }) => {
    const team = await teams.get(caller, path('id'));
    if (!team) throw notFound();
    return versioned(ok(selectFields(teamJson(team), query.fields)), team.version);
  };
}
