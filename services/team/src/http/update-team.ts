import { invalid } from '@plotline/kit/errors';
import { ok, versioned } from '@plotline/kit/http/answer';
import { assertIfMatch } from '@plotline/kit/http/etag';
import type { Call, Handler, InspectingHandler } from '@plotline/kit/http/handler';
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
  const handle: Handler<TeamInput> = async ({ caller, path, body, header }) => {
    const faults = await leadFaults(context, caller, body);
    const now = clock();
    const team = await teams.change(caller, path('id'), (before) => {
      if (faults.length > 0 && hasNewLead(before, body)) throw invalid(...faults);
      assertIfMatch(header, before);
      return editTeam(before, body, now);
    });
    return versioned(ok(teamJson(team)), team.version);
  };
  const inspect = async ({ caller, path, body }: Call<TeamInput>) => {
    const team = await teams.get(caller, path('id'));
    return team && hasNewLead(team, body) ? leadFaults(context, caller, body) : [];
  };
  return { handle, inspect };
}
