import { conflict } from '@plotline/kit/errors';
import { noContent } from '@plotline/kit/http/answer';
import { assertIfMatch } from '@plotline/kit/http/etag';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../context.js';

/** DELETE /v1/teams/:id */
export function deleteTeam({ agents, teams }: Context): Handler {
  return async (call) => {
    await teams.remove(call, call.path('id'), async (team, session) => {
      assertIfMatch(call.header, team);
      const used = await agents.anyInTeam(call.caller, team.id, session);
      if (used) throw conflict('The team has agents; move them to another first.');
    });
    return noContent();
  };
}
