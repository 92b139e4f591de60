import { created, noContent, ok, page, selectFields, withVersion } from '@plotline/kit/core/answer';
import type { Tenant } from '@plotline/kit/core/caller';
import { conflict, invalid, notFound, type ProblemDetail } from '@plotline/kit/core/errors';
import { newId } from '@plotline/kit/core/ids';
import { merge } from '@plotline/kit/core/merge';
import { assertIfMatch } from '@plotline/kit/http/etag';
import type { Call, Handler, InspectingHandler } from '@plotline/kit/http/handler';
import { findTeamLeadFaults } from '../../agents/model/references.js';
import type { Context } from '../../context.js';
import * as domain from '../model/team.js';
import type { TeamQuery } from '../store/teams.js';
import { toTeamJson } from './team-json.js';

interface FieldsQuery {
  readonly fields?: readonly string[];
}

/** GET /v1/teams */
export function listTeams({ teams }: Context): Handler<unknown, TeamQuery & FieldsQuery> {
  return async ({ caller, query }) => {
    const { records, info } = await teams.list(caller, query);
    const json = records.map((team) => selectFields(toTeamJson(team), query.fields));
    return page(json, info);
  };
}

/** GET /v1/teams/:id */
export function getTeam({ teams }: Context): Handler<unknown, FieldsQuery> {
  return async ({ caller, path, query }) => {
    const team = await teams.get(caller, path('id'));
    if (!team) throw notFound();
    return withVersion(ok(selectFields(toTeamJson(team), query.fields)), team.version);
  };
}

/** Finds the fault of a body whose team lead is not an agent of the workspace, or is deactivated. */
async function findLeadFaults(
  { agents }: Context,
  tenant: Tenant,
  { lead_agent_id }: domain.TeamInput,
): Promise<ProblemDetail[]> {
  return typeof lead_agent_id === 'string' ? findTeamLeadFaults(await agents.get(tenant, lead_agent_id)) : [];
}

/** POST /v1/teams */
export function createTeam(context: Context): InspectingHandler {
  const inspect = ({ caller, body }: Call<domain.TeamInput>) => findLeadFaults(context, caller, body);
  const handle: Handler<domain.TeamInput & { readonly name: string }> = async (call) => {
    const faults = await inspect(call);
    if (faults.length > 0) throw invalid(...faults);
    const team = domain.createTeam(call.body, newId('team'), context.clock());
    const answer = withVersion(created(toTeamJson(team)), team.version);
    await context.teams.add(call, team, answer);
    return answer;
  };
  return { handle, inspect };
}

/** Returns an unchanged lead is not checked, because a team keeps a deactivated lead. */
function changesLead(team: domain.Team, { lead_agent_id }: domain.TeamInput): boolean {
  return lead_agent_id !== undefined && lead_agent_id !== team.lead_agent_id;
}

/** PUT /v1/teams/:id */
export function updateTeam(context: Context): InspectingHandler {
  const { teams } = context;
  const handle: Handler<domain.TeamInput> = async (call) => {
    const { caller, path, body, header } = call;
    const faults = await findLeadFaults(context, caller, body);
    const decide = (before: domain.Team, now: Date) => {
      if (faults.length > 0 && changesLead(before, body)) throw invalid(...faults);
      assertIfMatch(header, before);
      return domain.editTeam(merge(before, body), now);
    };
    const toAnswer = (team: domain.Team) => withVersion(ok(toTeamJson(team)), team.version);
    return (await teams.change(call, path('id'), decide, toAnswer)).answer;
  };
  const inspect = async ({ caller, path, body }: Call<domain.TeamInput>) => {
    const team = await teams.get(caller, path('id'));
    return team && changesLead(team, body) ? findLeadFaults(context, caller, body) : [];
  };
  return { handle, inspect };
}

/** DELETE /v1/teams/:id */
export function deleteTeam({ agents, teams }: Context): Handler {
  return async (call) => {
    await teams.remove(call, call.path('id'), async (team, session) => {
      assertIfMatch(call.header, team);
      const hasAgents = await agents.existsInTeam(call.caller, team.id, session);
      if (hasAgents)
        throw conflict('The team has agents. Move them to another team first.', 'team_has_agents', {
          team_id: team.id,
        });
    });
    return noContent();
  };
}
