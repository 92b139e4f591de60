import { invalid } from '@plotline/kit/errors';
import { ok, versioned } from '@plotline/kit/http/answer';
import { assertIfMatch } from '@plotline/kit/http/etag';
import type { Call, Handler, InspectingHandler } from '@plotline/kit/http/handler';
import { merge } from '@plotline/kit/merge';
import type { Context } from '../context.js';
import { editTeam, type Team, type TeamInput } from '../domain/team.js';
import { leadFaults } from './reference-faults.js';
import { teamJson } from './team-json.js';

/** A team keeps the lead whom it has, whatever became of them. */
function hasNewLead(team: Team, { lead_agent_id }: TeamInput): boolean {
  return lead_agent_id !== undefined && lead_agent_id !== team.lead_agent_id;
}

/** PUT /v1/teams/:id */
export function updateTeam(context: Context): InspectingHandler {
  const { teams, clock } = context;
  const handle: Handler<TeamInput> = async (call) => {
    const { caller, path, body, header } = call;
    const faults = await leadFaults(context, caller, body);
    const now = clock();
    const decide = (before: Team) => {
      if (faults.length > 0 && hasNewLead(before, body)) throw invalid(...faults);
      assertIfMatch(header, before);
      return editTeam(merge(before, body), now);
    };
    const toAnswer = (team: Team) => versioned(ok(teamJson(team)), team.version);
    return (await teams.change(call, path('id'), decide, toAnswer)).answer;
  };
  const inspect = async ({ caller, path, body }: Call<TeamInput>) => {
    const team = await teams.get(caller, path('id'));
    return team && hasNewLead(team, body) ? leadFaults(context, caller, body) : [];
  };
  return { handle, inspect };
}
