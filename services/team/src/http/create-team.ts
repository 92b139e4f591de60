import { answering } from '@plotline/kit/caller';
import { created } from '@plotline/kit/http/answer';
import type { Handler } from '@plotline/kit/http/handler';
import { newId } from '@plotline/kit/ids';
import type { Context } from '../context.js';
import { foundTeam, type TeamInput } from '../domain/team.js';
import { assertLead } from './assert-lead.js';
import { teamJson } from './team-json.js';

/** POST /v1/teams */
export function createTeam(context: Context): Handler<TeamInput & { readonly name: string }> {
  return async ({ caller, body }) => {
    await assertLead(context, caller, body.lead_agent_id);
    const team = foundTeam(body, newId('team'), context.clock());
    const answer = created(teamJson(team));
    await context.teams.add(answering(caller, answer), team);
    return answer;
  };
}
