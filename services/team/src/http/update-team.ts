import { ok } from '@plotline/kit/http/answer';
import { assertMatches } from '@plotline/kit/http/etag';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../context.js';
import { editTeam, type TeamInput } from '../domain/team.js';
import { assertLead } from './assert-lead.js';
import { teamJson } from './team-json.js';

/** PUT /v1/teams/:id */
export function updateTeam(context: Context): Handler<TeamInput> {
  return async ({ caller, path, body, header }) => {
    await assertLead(context, caller, body.lead_agent_id);
    const now = context.clock();
    const team = await context.teams.change(caller, path('id'), (before) => {
      assertMatches(header, teamJson(before));
      return editTeam(before, body, now);
    });
    return ok(teamJson(team));
  };
}
