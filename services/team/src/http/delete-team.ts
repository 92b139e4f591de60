import { conflict } from '@plotline/kit/errors';
import { noContent } from '@plotline/kit/http/answer';
import { assertIfMatch } from '@plotline/kit/http/etag';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../context.js';

/** DELETE /v1/teams/:id */
export function deleteTeam({ agents, teams }: Context): Handler {
  return async ({ caller, path, header }) => {
    await teams.remove(caller, path('id'), async (team, session) => {
      assertIfMatch(header, team);
      const used = await agents.anyInTeam(caller, team.id, session);
      if (used) throw conflict('The team has agents; move them to another first.');
    });
    return noContent();
  };
}
