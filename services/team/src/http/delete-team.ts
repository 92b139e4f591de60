import { noContent } from '@plotline/kit/http/answer';
import { assertMatches } from '@plotline/kit/http/etag';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../context.js';
import { teamJson } from './team-json.js';

/** DELETE /v1/teams/:id */
export function deleteTeam({ teams }: Context): Handler {
  return async ({ caller, path, header }) => {
    await teams.remove(caller, path('id'), (team) => assertMatches(header, teamJson(team)));
    return noContent();
  };
}
