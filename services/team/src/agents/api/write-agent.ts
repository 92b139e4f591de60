import { type Answer, created, ok, withVersion } from '@plotline/kit/core/answer';
import type { Tenant } from '@plotline/kit/core/caller';
import { invalid, type ProblemDetail } from '@plotline/kit/core/errors';
import { newId } from '@plotline/kit/core/ids';
import { merge } from '@plotline/kit/core/merge';
import { assertIfMatch } from '@plotline/kit/http/etag';
import type { Call, Handler, InspectingHandler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import * as domain from '../model/agent.js';
import { assertMayChange, assertMayGiveRole, toAuthority } from '../model/authority.js';
import { unknownTeam } from '../model/references.js';
import { invitationSent } from '../store/agent-entry.js';
import { toAgentJson } from './agent-json.js';

/** Finds the fault of a body that names a team which the workspace does not have. */
async function findTeamFaults(
  { teams }: Context,
  tenant: Tenant,
  { team_id }: { readonly team_id?: string | null },
): Promise<ProblemDetail[]> {
  return typeof team_id === 'string' && !(await teams.get(tenant, team_id)) ? [unknownTeam] : [];
}

/** Agents of the sandbox are data: they get no invitation and can't accept one. */
const hasAccounts = ({ mode }: Tenant) => mode === 'live';

const toAnswer = (agent: domain.Agent, status: typeof ok | typeof created = ok) =>
  withVersion(status(toAgentJson(agent)), agent.version);

/**
 * Sends the invitation of a new agent. Resolves to the answer, which says whether the mail server took the mail. If
 * this fails, the agent is still invited, because the auth service has the event.
 */
async function sendInvitation(context: Context, { caller, claim, log }: Call, invited: domain.Agent): Promise<Answer> {
  const { agents, invitations, runtime } = context;
  const toCreated = (agent: domain.Agent) => toAnswer(agent, created);
  let answer = toCreated(invited);
  try {
    const sentAt = await invitations.send(caller, invited);
    if (sentAt) {
      const record = (agent: domain.Agent, at: Date) => domain.recordInvitationSent(agent, invited.email, sentAt, at);
      const description = { ...invitationSent, ...(claim && { amends: claim }) };
      // This second change can't use the call's claim, which belongs to the creation of the agent.
      ({ answer } = await agents.change({ caller }, invited.id, description, record, toCreated));
    }
    if (claim) await runtime.idempotency.amend(caller.mode, { claim, answer });
  } catch (error) {
    log.warn({ err: error, agent: invited.id }, 'invitation deferred');
  }
  return answer;
}

/** POST /v1/agents */
export function createAgent(context: Context): InspectingHandler {
  const { agents, clock } = context;
  const handle: Handler<domain.Invitation> = async (call) => {
    const { caller, claim, body } = call;
    assertMayGiveRole(toAuthority(caller.actor, caller.scopes), body.role);
    const agent = domain.inviteAgent(body, newId('agent'), clock());
    const answer = toAnswer(agent, created);
    if (!hasAccounts(caller)) {
      await agents.add(call, agent, answer);
      return answer;
    }
    claim?.markProvisional();
    await agents.add(call, agent, answer);
    return sendInvitation(context, call, agent);
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
    const authority = toAuthority(caller.actor, caller.scopes);
    const teamFaults = await findTeamFaults(context, caller, body);
    const decide = (before: domain.Agent, now: Date) => {
      const faults = [...domain.findPatchFaults(before, body, hasAccounts(caller)), ...teamFaults];
      if (faults.length > 0) throw invalid(...faults);
      const after = domain.editAgent(before, merge(before, body), hasAccounts(caller), now);
      assertMayChange(authority, before, after);
      assertIfMatch(header, before);
      return after;
    };
    return (await agents.change(call, path('id'), description, decide, (agent) => toAnswer(agent))).answer;
  };
  const inspect = async ({ caller, path, body }: Call<domain.AgentPatch>) => {
    const agent = await agents.get(caller, path('id'));
    if (!agent) return [];
    const statusFaults = domain.findPatchFaults(agent, body, hasAccounts(caller));
    return [...statusFaults, ...(await findTeamFaults(context, caller, body))];
  };
  return { handle, inspect };
}
