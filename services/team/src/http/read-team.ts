import { notFound } from '@plotline/kit/errors';
import { ok } from '@plotline/kit/http/answer';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../context.js';
import { teamJson } from './team-json.js';

/** GET /v1/teams/:id */
export function readTeam({ teams }: Context): Handler {
  return async ({ caller, path }) => {
    const team = await teams.get(caller, path('id'));
    if (!team) throw notFound();
    return ok(teamJson(team));
  };
}
