import type { Tenant } from '@plotline/kit/caller';
import { invalid, type ProblemDetail } from '@plotline/kit/errors';
import { created, ok, withVersion } from '@plotline/kit/http/answer';
import { assertIfMatch } from '@plotline/kit/http/etag';
import type { Call, Handler, InspectingHandler } from '@plotline/kit/http/handler';
import { newId } from '@plotline/kit/ids';
import { merge } from '@plotline/kit/merge';
import type { Context } from '../context.js';
import * as domain from '../domain/agent.js';
import { unknownTeam } from '../domain/references.js';
import { toAgentJson } from '../json/agent.js';

/** The fault of a body that names a team which the workspace does not have. */
async function findTeamFaults(
  { teams }: Context,
  tenant: Tenant,
  { team_id }: { readonly team_id?: string | null },
): Promise<ProblemDetail[]> {
  return typeof team_id === 'string' && !(await teams.get(tenant, team_id)) ? [unknownTeam] : [];
}

/** POST /v1/agents */
export function inviteAgent(context: Context): InspectingHandler {
  const { agents, clock } = context;
  const handle: Handler<domain.Invitation> = async (call) => {
    const agent = domain.inviteAgent(call.body, newId('agent'), clock());
    const answer = withVersion(created(toAgentJson(agent)), agent.version);
    await agents.add(call, agent, answer);
    return answer;
  };
  const inspect = ({ caller, body }: Call<Partial<domain.Invitation>>) => findTeamFaults(context, caller, body);
  return { handle, inspect };
}

/** PUT /v1/agents/:id */
export function updateAgent(context: Context): InspectingHandler {
  const { agents } = context;
  const description = { type: 'field_update', description: 'The agent was changed.' } as const;
  const handle: Handler<domain.AgentPatch> = async (call) => {
    const { caller, path, body, header } = call;
    const teamFaults = await findTeamFaults(context, caller, body);
    const decide = (before: domain.Agent, now: Date) => {
      const faults = [...domain.findPatchFaults(before, body), ...teamFaults];
      if (faults.length > 0) throw invalid(...faults);
      assertIfMatch(header, before);
      return domain.editAgent(merge(before, body), now);
    };
    const toAnswer = (agent: domain.Agent) => withVersion(ok(toAgentJson(agent)), agent.version);
    return (await agents.change(call, path('id'), description, decide, toAnswer)).answer;
  };
  const inspect = async ({ caller, path, body }: Call<domain.AgentPatch>) => {
    const agent = await agents.get(caller, path('id'));
    return agent ? [...domain.findPatchFaults(agent, body), ...(await findTeamFaults(context, caller, body))] : [];
  };
  return { handle, inspect };
}
