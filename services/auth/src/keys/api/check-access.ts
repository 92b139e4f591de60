import type { Caller } from '@plotline/kit/core/caller';
import type { CheckAccessRequest, CheckAccessResponse } from '@plotline/protos/plotline/auth/v1/access';
import type { Context } from '../../context.js';
import { findAccessTo } from '../../directory/api/access.js';
import { isUsable } from '../model/key.js';
import { isCreatorActive } from './verify-keys.js';

/** Whether a key of the caller's workspace works. */
async function checkKey(context: Context, caller: Caller, id: string): Promise<boolean> {
  const key = await context.keys.get(caller, id);
  if (!key || !isUsable(key, context.clock())) return false;
  return isCreatorActive(context, { ...key, workspace_id: caller.workspaceId });
}

/**
 * Whether somebody who had access to the caller's workspace at a time has it still: a key works, or a person is an active agent, without
 * a break since then. Rejects with SERVICE_UNAVAILABLE.
 */
export async function checkAccess(
  context: Context,
  caller: Caller,
  { actor_type, actor_id, since }: CheckAccessRequest,
): Promise<CheckAccessResponse> {
  if (actor_type === 'key') return { is_active: await checkKey(context, caller, actor_id), role: '' };
  if (actor_type !== 'user') return { is_active: true, role: '' };
  const person = await context.people.get(actor_id);
  const access = person && (await findAccessTo(context, person, caller.workspaceId, new Date(since)));
  return access && !access.needsTwoFactor ? { is_active: true, role: access.role } : { is_active: false, role: '' };
}
