import type { RpcAdapter } from '@plotline/kit/rpc/server';
import type { AccessServiceServer, LeftKey } from '@plotline/protos/plotline/auth/v1/access';
import type { Context } from '../../context.js';
import type { KeyOfMode } from '../model/key.js';
import { endAgentAccess } from '../work/end-agent-access.js';
import { checkAccess } from './check-access.js';

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

/** AccessService: what people have access to beside their own sessions. */
export function createAccessService(context: Context, rpc: RpcAdapter): AccessServiceServer {
  return {
    endAccess: rpc(async ({ agent_id, agent_version, name, revoke_keys }, call) => {
      const agent = { agentId: agent_id, agentVersion: agent_version, name, revokesKeys: revoke_keys };
      const keys = await endAgentAccess(context, { caller: call.caller() }, agent);
      return { keys: keys.map((key) => toLeftKey(key, revoke_keys)) };
    }),
    checkAccess: rpc((request, call) => checkAccess(context, call.caller(), request)),
  };
}
