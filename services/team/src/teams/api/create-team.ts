import { created, withVersion } from '@plotline/kit/core/answer';
import { invalid } from '@plotline/kit/core/errors';
import { newId } from '@plotline/kit/core/ids';
import type { Call, Handler, InspectingHandler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import * as model from '../model/team.js';
import { findLeadFaults } from './find-lead-faults.js';
import { toTeamJson } from './team-json.js';

/** POST /v1/teams */
export function createTeam(context: Context): InspectingHandler {
  const inspect = ({ caller, body }: Call<model.TeamInput>) => findLeadFaults(context, caller, body);
  const handle: Handler<model.TeamInput & { readonly name: string }> = async (call) => {
    const faults = await inspect(call);
    if (faults.length > 0) throw invalid(...faults);
    const team = model.createTeam(call.body, newId('team'), context.clock());
    const answer = withVersion(created(toTeamJson(team)), team.version);
    await context.teams.add(call, team, answer);
    return answer;
  };
  return { handle, inspect };
}
