import { type Answer, created, withVersion } from '@plotline/kit/core/answer';
import { newId } from '@plotline/kit/core/ids';
import type { Call, Handler, InspectingHandler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import { type Agent, type Invitation, inviteAgent, recordInvitationSent } from '../model/agent.js';
import { assertMayGiveRole, toAuthority } from '../model/authority.js';
import { invitationSent } from '../store/agent-entry.js';
import { findTeamFaults, hasAccounts } from './agent-checks.js';
import { toAgentJson } from './agent-json.js';
import { reportRole } from './report-role.js';

function toAnswer(agent: Agent): Answer {
  return withVersion(created(toAgentJson(agent)), agent.version);
}

/**
 * Sends the invitation of a new agent. Resolves to the response, which shows whether the mail server accepted the
 * email. If sending fails, the agent is invited later, because the auth service also gets the event.
 */
async function sendInvitation(context: Context, { caller, claim, log }: Call, invited: Agent): Promise<Answer> {
  const { agents, invitations, runtime } = context;
  let answer = toAnswer(invited);
  try {
    const sentAt = await invitations.send(caller, invited);
    if (sentAt) {
      const record = (agent: Agent, at: Date) => recordInvitationSent(agent, invited.email, sentAt, at);
      const description = { ...invitationSent, ...(claim && { amends: claim }) };
      // This second change can't use the call's claim, because the claim belongs to the creation of the agent.
      ({ answer } = await agents.change({ caller }, invited.id, description, record, toAnswer));
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
  const handle: Handler<Invitation> = async (call) => {
    const { caller, claim, body } = call;
    assertMayGiveRole(toAuthority(caller.actor, caller.scopes), body.role);
    const agent = inviteAgent(body, newId('agent'), clock());
    const answer = toAnswer(agent);
    if (!hasAccounts(caller)) {
      await agents.add(call, agent, answer);
      await reportRole(context, caller, null, agent);
      return answer;
    }
    claim?.markProvisional();
    await agents.add(call, agent, answer);
    return sendInvitation(context, call, agent);
  };
  const inspect = ({ caller, body }: Call<Partial<Invitation>>) => findTeamFaults(context, caller, body);
  return { handle, inspect };
}
