import { type Caller, createSystemCaller } from '@plotline/kit/core/caller';
import { Problem } from '@plotline/kit/core/errors';
import type { Owned } from '@plotline/kit/store/records/records';
import type { Context } from '../../context.js';
import type { DeferredUpdate } from '../store/team-updates.js';
import { liveTenant } from '../store/tenants.js';

export type UpdateContext = Pick<Context, 'teamUpdates' | 'agents' | 'memberships' | 'runtime' | 'clock'>;

/**
 * Checks whether the team service has refused the update permanently. It does so if the agent was deleted, was invited
 * again at a different address, or is the last active owner.
 */
function isRefused(error: unknown): boolean {
  return error instanceof Problem && (error.code === 'NOT_FOUND' || error.code === 'CONFLICT');
}

async function tell(
  { agents, memberships }: UpdateContext,
  caller: Caller,
  update: Owned<DeferredUpdate>,
): Promise<void> {
  const { kind, workspace_id, agent_id, email, name, at } = update;
  switch (kind) {
    case 'owner_signed_up':
      return agents.createOwner(caller, { agent_id, email, name, is_invited: false });
    case 'invitation_accepted':
      return agents.activate(caller, { agent_id, email });
    case 'invitation_sent':
      return agents.recordInvitationSent(caller, { agent_id, email, sent_at: at.getTime() });
    case 'person_moved':
      // If this update is late or repeated, another person may have accepted an invitation of that agent in the
      // meantime.
      if (await memberships.hasAgent(workspace_id, agent_id)) return;
      return agents.recordPersonMoved(caller, { agent_id });
  }
}

/**
 * Sends an update to the team service and removes it. May be repeated. A person who accepted an invitation that is no
 * longer valid isn't assigned to the agent. Rejects if the team service is unavailable; a worker then retries the
 * update.
 */
export async function passOnUpdate(context: UpdateContext, update: Owned<DeferredUpdate>): Promise<void> {
  const { kind, workspace_id, agent_id } = update;
  const caller = createSystemCaller(liveTenant(workspace_id), 'auth', update.id);
  try {
    await tell(context, caller, update);
  } catch (error) {
    if (!isRefused(error)) throw error;
    if (kind === 'invitation_accepted') await context.memberships.removeAgent(workspace_id, agent_id);
  }
  await context.teamUpdates.remove(update);
}

/**
 * Sends an update to the team service immediately. Resolves to whether that succeeded. If it failed, a worker retries
 * the update.
 */
export async function passOnNow(context: UpdateContext, update: Owned<DeferredUpdate>): Promise<boolean> {
  try {
    await passOnUpdate(context, update);
    return true;
  } catch (error) {
    const { id, kind, workspace_id } = update;
    context.runtime.log.warn({ err: error, update: id, kind, workspace_id, mode: 'live' }, 'team update delayed');
    return false;
  }
}
