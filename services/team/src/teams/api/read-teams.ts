import { ok, page, selectFields, withVersion } from '@plotline/kit/core/answer';
import { notFound } from '@plotline/kit/core/errors';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import type { TeamQuery } from '../store/teams.js';
import { toTeamJson } from './team-json.js';

interface FieldsQuery {
  readonly fields?: readonly string[];
}

/** GET /v1/teams */
export function listTeams({ teams }: Context): Handler<unknown, TeamQuery & FieldsQuery> {
  return async ({ caller, query }) => {
    const { records, info } = await teams.list(caller, query);
    const json = records.map((team) => selectFields(toTeamJson(team), query.fields));
    return page(json, info);
  };
}

/** GET /v1/teams/:id */
export function getTeam({ teams }: Context): Handler<unknown, FieldsQuery> {
  return async ({ caller, path, query }) => {
    const team = await teams.get(caller, path('id'));
    if (!team) throw notFound();
    return withVersion(ok(selectFields(toTeamJson(team), query.fields)), team.version);
  };
}
