import type { Caller } from '@plotline/kit/core/caller';
import { Problem } from '@plotline/kit/core/errors';
import type { RpcAdapter } from '@plotline/kit/rpc/server';
import type {
  AccessServiceServer,
  CheckAccessRequest,
  CheckAccessResponse,
  LeftKey,
} from '@plotline/protos/plotline/auth/v1/access';
import type { Context } from '../../context.js';
import { findAccessTo } from '../../directory/api/access.js';
import { assertComplete } from '../../directory/model/role-assignment.js';
import { storeRole } from '../../directory/work/refresh-roles.js';
import { isUsable, type KeyOfMode } from '../model/key.js';
import { endAgentAccess } from '../work/end-agent-access.js';
import { isCreatorActive } from './verify-keys.js';

/** Checks whether a key of the caller's workspace works. */
async function checkKey(context: Context, caller: Caller, id: string): Promise<boolean> {
  const key = await context.keys.get(caller, id);
  if (!key || !isUsable(key, context.clock())) return false;
  return isCreatorActive(context, { ...key, workspace_id: caller.workspaceId });
}

/**
 * Checks whether an actor who had access to the caller's workspace at a given time still has it. A key must still work;
 * a person must have been an active agent ever since.
 */
async function checkAccess(
  context: Context,
  caller: Caller,
  { actor_type, actor_id, since }: CheckAccessRequest,
): Promise<CheckAccessResponse> {
  if (actor_type === 'key') return { is_active: await checkKey(context, caller, actor_id), role: '' };
  if (actor_type !== 'user') return { is_active: true, role: '' };
  const person = await context.people.get(actor_id);
  const access = person && (await findAccessTo(context, person, caller.workspaceId, new Date(since)));
  return access && !access.needsTwoFactor && !access.suspension
    ? { is_active: true, role: access.role }
    : { is_active: false, role: '' };
}

function toLeftKey(
  { id, name, mode, last_four, scopes, created_at, last_used_at }: KeyOfMode,
  isRevoked: boolean,
): LeftKey {
  return {
    id,
    name,
    mode,
    last_four,
    scopes: [...scopes],
    created_at: created_at.getTime(),
    last_used_at: last_used_at?.getTime() ?? 0,
    is_revoked: isRevoked,
  };
}

/** Creates AccessService. It stores roles. It also checks and ends access that doesn't depend on sessions. */
export function createAccessService(context: Context, rpc: RpcAdapter): AccessServiceServer {
  return {
    assignRole: rpc(async (report, call) => {
      const { workspaceId, mode } = call.caller();
      if (mode === 'sandbox') throw new Problem('FORBIDDEN', 'Agents in the sandbox have no accounts.');
      assertComplete(report);
      await storeRole(context, workspaceId, report);
      return {};
    }),
    endAccess: rpc(async ({ agent_id, agent_version, name, revoke_keys }, call) => {
      const agent = { agentId: agent_id, agentVersion: agent_version, name, revokesKeys: revoke_keys };
      const keys = await endAgentAccess(context, { caller: call.caller() }, agent);
      return { keys: keys.map((key) => toLeftKey(key, revoke_keys)) };
    }),
    checkAccess: rpc((request, call) => checkAccess(context, call.caller(), request)),
  };
}
