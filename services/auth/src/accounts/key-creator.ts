import { createSystemCaller } from '@plotline/kit/caller';
import { newId } from '@plotline/kit/ids';
import type { Owned } from '@plotline/kit/mongo/records';
import type { Context } from '../context.js';
import type { Key } from '../domain/key.js';

/**
 * Whether a key that is good only while its creator is active is good: the creator's agent is active, and has been since before the
 * key was created. True of every other key. Rejects with SERVICE_UNAVAILABLE.
 */
export async function isCreatorActive(
  { agents }: Pick<Context, 'agents'>,
  { revoke_with_creator, created_by, created_at, workspace_id: workspaceId }: Owned<Key>,
): Promise<boolean> {
  if (!revoke_with_creator) return true;
  if (!created_by?.agentId) return false;
  const caller = createSystemCaller({ workspaceId, mode: 'live' }, 'auth', newId('req'));
  const [agent] = await agents.find(caller, [created_by.agentId]);
  return agent?.status === 'active' && created_at.getTime() >= agent.active_since;
}
