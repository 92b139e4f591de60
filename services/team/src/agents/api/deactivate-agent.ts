import { type Answer, ok, withVersion } from '@plotline/kit/core/answer';
import { invalid, notFound } from '@plotline/kit/core/errors';
import type { Call, Handler, InspectingHandler } from '@plotline/kit/http/handler';
import { retryOnConflict, VersionConflict } from '@plotline/kit/store/records/guarded-update';
import type { LeftKey } from '@plotline/protos/plotline/auth/v1/access';
import type { Context } from '../../context.js';
import { type Agent, deactivate } from '../model/agent.js';
import { assertMayChange, assertMayRevokeKeys, toAuthority } from '../model/authority.js';
import { findAssigneeFaults, type Reassignment, sameAssignee } from '../model/reassignment.js';
import type { AgentChangeDescription } from '../store/agent-entry.js';
import { toDeactivatedAgentJson } from './deactivated-agent-json.js';
import { reportRole } from './report-role.js';

interface Body {
  readonly reassign_leads_to?: string | null;
  readonly reason?: string | null;
  readonly revoke_keys?: boolean;
}

interface Query {
  readonly revoke_keys?: boolean;
}

type Deactivation = Call<Body, Query>;

const toAnswer = (agent: Agent, keys: readonly LeftKey[] | null) =>
  withVersion(ok(toDeactivatedAgentJson(agent, keys)), agent.version);

function revokesKeys({ body, query }: Deactivation): boolean {
  return query.revoke_keys ?? body.revoke_keys ?? false;
}

function parseReassignment(agent: Agent, { reassign_leads_to: assignee }: Body): Reassignment | null {
  if (typeof assignee !== 'string') return null;
  if (assignee === agent.id) throw invalid(sameAssignee);
  return { agent_id: agent.id, assignee_id: assignee };
}

function describeDeactivation(call: Deactivation, reassignment: Reassignment | null): AgentChangeDescription {
  const { reason } = call.body;
  return {
    type: 'deactivated',
    description: 'The agent was deactivated.',
    event: 'agent.deactivated',
    ending: { revoke_keys: revokesKeys(call), by: call.caller.actor.name },
    ...(reason ? { attributes: { reason } } : {}),
    ...(reassignment ? { reassignment } : {}),
  };
}

/** The inactive agent, and whether this call deactivated it. */
interface Deactivated {
  /** Agent before this call. The same object as `agent` if the agent was already inactive. */
  readonly before: Agent;
  readonly agent: Agent;
  readonly isNew: boolean;
  readonly answer: Answer;
}

/**
 * Tries once to deactivate the agent as it is stored now. The response contains the given keys and is stored with the
 * change. Throws VersionConflict when a concurrent call interfered: it deactivated the agent without this call's
 * reassignment, or reactivated the agent.
 */
async function attempt({ agents }: Context, call: Deactivation, keys: readonly LeftKey[] | null): Promise<Deactivated> {
  const { caller, path, body } = call;
  const answerWithKeys = (one: Agent) => toAnswer(one, keys);
  const agent = await agents.get(caller, path('id'));
  if (!agent) throw notFound();
  const reassignment = parseReassignment(agent, body);
  if (agent.status === 'inactive') {
    const answer = reassignment
      ? await agents.reassignLeads(call, reassignment, answerWithKeys)
      : answerWithKeys(agent);
    return { before: agent, agent, isNew: false, answer };
  }
  const authority = toAuthority(caller.actor, caller.scopes);
  /** Agent before the last attempt. */
  let former = agent;
  const decide = (before: Agent, now: Date) => {
    former = before;
    const after = deactivate(before, now);
    assertMayChange(authority, before, after);
    return after;
  };
  const { record, answer } = await agents.change(
    call,
    agent.id,
    describeDeactivation(call, reassignment),
    decide,
    answerWithKeys,
  );
  if (former.status === 'inactive' && reassignment) throw new VersionConflict();
  return { before: former, agent: record, isNew: former.status === 'active', answer };
}

/**
 * Reports the deactivation to the auth service, ends the person's other access and resolves to the response about it.
 * If this fails after a deactivation, the agent remains deactivated, because the auth service also gets the events. No
 * event is sent for an agent that was already inactive. In that case, rejects on a failure if keys were to be revoked.
 */
async function endAccess(
  context: Context,
  call: Deactivation,
  { before, agent, isNew, answer }: Deactivated,
): Promise<Answer> {
  const { accounts, runtime } = context;
  const { caller, claim, log } = call;
  const { id, name, version } = agent;
  const revoke_keys = revokesKeys(call);
  // Both calls run at the same time, so that an unresponsive auth service delays the response only once.
  const reported = reportRole(context, caller, before, agent);
  try {
    const request = { agent_id: id, agent_version: isNew ? version : 0, name, revoke_keys };
    const keys = await accounts.endAccess(caller, request);
    const told = toAnswer(agent, keys);
    if (claim) await runtime.idempotency.amend(caller.mode, { claim, answer: told });
    return told;
  } catch (error) {
    if (revoke_keys && !isNew) throw error;
    log.warn({ err: error, agent: id }, 'ending access of deactivated agent failed');
    return answer;
  } finally {
    await reported;
  }
}

/** POST /v1/agents/:id/deactivate */
export function deactivateAgent(context: Context): InspectingHandler {
  const handle: Handler<Body, Query> = async (call) => {
    const { caller, claim } = call;
    if (revokesKeys(call)) assertMayRevokeKeys(toAuthority(caller.actor, caller.scopes));
    // Agents in the sandbox have no accounts.
    if (caller.mode === 'sandbox') {
      const { before, agent, answer } = await retryOnConflict(() => attempt(context, call, []));
      await reportRole(context, caller, before, agent);
      return answer;
    }
    claim?.markProvisional();
    return endAccess(context, call, await retryOnConflict(() => attempt(context, call, null)));
  };
  const inspect = async ({ caller, path, body: { reassign_leads_to: assignee } }: Call<Body>) => {
    if (typeof assignee !== 'string' || !(await context.agents.get(caller, path('id')))) return [];
    return findAssigneeFaults(path('id'), assignee, await context.agents.get(caller, assignee));
  };
  return { handle, inspect };
}
