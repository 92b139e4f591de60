import { type Caller, createSystemCaller } from '@plotline/kit/core/caller';
import { Problem } from '@plotline/kit/core/errors';
import type { Owned } from '@plotline/kit/store/records/records';
import type { Context } from '../context.js';
import { liveTenant } from '../store/directory.js';
import type { DeferredUpdate } from '../store/team-updates.js';

export type UpdateContext = Pick<Context, 'teamUpdates' | 'agents' | 'memberships' | 'runtime' | 'clock'>;

/** Whether the team service has refused the update for good: the agent is gone, was invited anew at another address, or is the last active owner. */
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
      // Told late, or twice: somebody may have accepted an invitation of that agent meanwhile.
      if (await memberships.hasAgent(workspace_id, agent_id)) return;
      return agents.recordPersonMoved(caller, { agent_id });
  }
}

/**
 * Tells the team service of an update and forgets it; may be repeated. Who accepted an invitation that is void by now is not joined
 * to the agent. Rejects when the team service is away: a worker repeats it.
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

/** Tells the team service at once; resolves to whether it worked. A worker goes on when it did not. */
export async function passOnNow(context: UpdateContext, update: Owned<DeferredUpdate>): Promise<boolean> {
  try {
    await passOnUpdate(context, update);
    return true;
  } catch (error) {
    context.runtime.log.warn({ err: error, update: update.id, kind: update.kind }, 'team is told later');
    return false;
  }
}
