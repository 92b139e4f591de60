import { Problem } from '@plotline/kit/errors';
import type { RpcAdapter } from '@plotline/kit/rpc/server';
import type { VerificationServiceServer } from '@plotline/protos/plotline/auth/v1/verification';
import type { Context } from '../context.js';
import { assertUsable } from '../domain/key.js';

/** VerificationService: answers the gateway whose key a request carries. */
export function createVerificationService(context: Context, rpc: RpcAdapter): VerificationServiceServer {
  const { keys, workspaces, clock } = context;
  return {
    verifyKey: rpc(async ({ key: value, mode }, { log }) => {
      if (mode !== 'live' && mode !== 'sandbox') throw new Problem('UNAUTHORIZED', 'The credential is not valid.');
      const key = await keys.find(mode, value);
      assertUsable(key, clock());
      const workspace = await workspaces.get(key.workspace_id);
      if (!workspace) throw new Problem('UNAUTHORIZED', 'The credential is not valid.');
      // Not awaited: the answer does not depend on it.
      keys.recordUse(mode, key, value).catch((error: unknown) => log.warn({ err: error }, 'last use not recorded'));
      return {
        key_id: key.id,
        key_name: key.name,
        workspace_id: workspace.id,
        plan: workspace.plan,
        scopes: [...key.scopes],
        expires_at: key.expires_at?.getTime() ?? 0,
        currency: workspace.currency,
      };
    }),
  };
}
