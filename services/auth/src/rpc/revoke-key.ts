import { notFound, Problem } from '@plotline/kit/errors';
import { modes } from '@plotline/kit/mongo/connect';
import type { RpcHandler } from '@plotline/kit/rpc/server';
import type { RevokeKeyRequest, RevokeKeyResponse } from '@plotline/protos/plotline/auth/v1/administration';
import type { Context } from '../context.js';
import { callerIn } from './workspace-caller.js';

/** AdministrationService.RevokeKey. The id does not tell the mode, so both are asked. */
export function revokeKey(context: Context): RpcHandler<RevokeKeyRequest, RevokeKeyResponse> {
  return async ({ workspace_id, key_id }, call) => {
    for (const mode of modes) {
      const caller = await callerIn(context, call, workspace_id, mode);
      try {
        await context.keys.revoke({ caller }, key_id);
        return {};
      } catch (error) {
        if (!(error instanceof Problem) || error.code !== 'NOT_FOUND') throw error;
      }
    }
    throw notFound();
  };
}
