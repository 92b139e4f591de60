import { invalid } from '@plotline/kit/errors';
import { created, versioned } from '@plotline/kit/http/answer';
import type { Call, Handler, InspectingHandler } from '@plotline/kit/http/handler';
import { newId } from '@plotline/kit/ids';
import type { Context } from '../context.js';
import { foundTeam, type TeamInput } from '../domain/team.js';
import { leadFaults } from './reference-faults.js';
import { teamJson } from './team-json.js';

/** POST /v1/teams */
export function createTeam(context: Context): InspectingHandler {
  const inspect = ({ caller, body }: Call<TeamInput>) => leadFaults(context, caller, body);
  const handle: Handler<TeamInput & { readonly name: string }> = async (call) => {
    const faults = await inspect(call);
    if (faults.length > 0) throw invalid(...faults);
    const team = foundTeam(call.body, newId('team'), context.clock());
    const answer = versioned(created(teamJson(team)), team.version);
    await context.teams.add(call, team, answer);
    return answer;
  };
  return { handle, inspect };
}
