import { ok, withVersion } from '@plotline/kit/core/answer';
import { invalid } from '@plotline/kit/core/errors';
import { merge } from '@plotline/kit/core/json-object';
import { assertIfMatch } from '@plotline/kit/http/etag';
import type { Call, Handler, InspectingHandler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import { editTeam, type Team, type TeamInput } from '../model/team.js';
import { findLeadFaults } from './find-lead-faults.js';
import { toTeamJson } from './team-json.js';

/** Returns whether the team lead must be checked. A team may keep a deactivated lead. */
function changesLead(team: Team, { lead_agent_id }: TeamInput): boolean {
  return lead_agent_id !== undefined && lead_agent_id !== team.lead_agent_id;
}

/** PUT /v1/teams/:id */
export function updateTeam(context: Context): InspectingHandler {
  const { teams } = context;
  const handle: Handler<TeamInput> = async (call) => {
    const { caller, path, body, header } = call;
    const faults = await findLeadFaults(context, caller, body);
    const decide = (before: Team, now: Date) => {
      if (faults.length > 0 && changesLead(before, body)) throw invalid(...faults);
      assertIfMatch(header, before);
      return editTeam(merge(before, body), now);
    };
    const toAnswer = (team: Team) => withVersion(ok(toTeamJson(team)), team.version);
    return (await teams.change(call, path('id'), decide, toAnswer)).answer;
  };
  const inspect = async ({ caller, path, body }: Call<TeamInput>) => {
    const team = await teams.get(caller, path('id'));
    return team && changesLead(team, body) ? findLeadFaults(context, caller, body) : [];
  };
  return { handle, inspect };
}
