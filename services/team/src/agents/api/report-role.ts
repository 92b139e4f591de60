import type { Caller } from '@plotline/kit/core/caller';
import { toLogFields } from '@plotline/kit/telemetry/log';
import type { Context } from '../../context.js';
import { type Agent, changesAssignment, changesSandboxAddress } from '../model/agent.js';

type ReportContext = Pick<Context, 'agents' | 'accounts' | 'runtime'>;

/**
 * Finds the agents in live mode whose role the auth service must store again after a change. For an agent in live mode,
 * this is the agent itself. For an agent of the sandbox, these are the live-mode agents with the same email address,
 * because their people act as that agent in the sandbox. `before` is null for a new agent.
 */
function findConcerned(
  { agents }: ReportContext,
  caller: Caller,
  before: Agent | null,
  after: Agent,
): readonly Agent[] | Promise<readonly Agent[]> {
  if (caller.mode === 'live') return before && changesAssignment(before, after) ? [after] : [];
  if (!changesSandboxAddress(before, after)) return [];
  return agents.findLiveByEmails(caller, [...new Set([before?.email ?? after.email, after.email])]);
}

async function report(context: ReportContext, caller: Caller, before: Agent | null, after: Agent): Promise<void> {
  const concerned = await findConcerned(context, caller, before, after);
  if (concerned.length === 0) return;
  const { agents, accounts } = context;
  const sandboxIds = await agents.findSandboxIds(
    caller,
    concerned.map(({ email }) => email),
  );
  const live: Caller = { ...caller, mode: 'live' };
  for (const { id, version, role, status, active_since, deactivated_at, email } of concerned) {
    await accounts.assignRole(live, {
      agent_id: id,
      agent_version: version,
      role,
      status,
      active_since: active_since?.getTime() ?? 0,
      deactivated_at: deactivated_at?.getTime() ?? 0,
      sandbox_agent_id: sandboxIds.get(email),
    });
  }
}

/**
 * Reports a committed change of an agent to the auth service, which bases access on it. Resolves when the auth service
 * has stored the change, so that it takes effect before the caller gets the response. If the report fails, the change
 * is kept: the auth service also gets the event `agent.access_changed`, and regularly compares its roles with this
 * service's roles.
 */
export async function reportRole(
  context: ReportContext,
  caller: Caller,
  before: Agent | null,
  after: Agent,
): Promise<void> {
  try {
    await report(context, caller, before, after);
  } catch (error) {
    context.runtime.log.warn(
      { err: error, agent: after.id, ...toLogFields(caller) },
      'report of a role to auth failed',
    );
  }
}
