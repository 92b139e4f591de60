import type { RpcHandler } from '@plotline/kit/rpc/server';
import type { CreateKeyRequest, CreateKeyResponse } from '@plotline/protos/plotline/auth/v1/administration';
import type { Context } from '../context.js';
import { checkKeyRequest } from '../domain/key.js';
import { callerIn } from './workspace-caller.js';

/** AdministrationService.CreateKey */
export function createKey(context: Context): RpcHandler<CreateKeyRequest, CreateKeyResponse> {
  return async (request, call) => {
    const checked = checkKeyRequest(request, context.clock());
    const caller = await callerIn(context, call, request.workspace_id, checked.mode);
    return context.keys.create({ caller }, checked);
  };
}
