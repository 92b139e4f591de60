import { noContent } from '@plotline/kit/core/answer';
import { conflict } from '@plotline/kit/core/errors';
import { assertIfMatch } from '@plotline/kit/http/etag';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';

/** DELETE /v1/teams/:id */
export function deleteTeam({ agents, teams }: Context): Handler {
  return async (call) => {
    await teams.remove(call, call.path('id'), async ({ id, version }, session) => {
      assertIfMatch(call.header, { id, version });
      const hasAgents = await agents.existsInTeam(call.caller, id, session);
      if (hasAgents) {
        throw conflict('The team has agents. Move them to another team first.', 'team_has_agents', { team_id: id });
      }
    });
    return noContent();
  };
}
