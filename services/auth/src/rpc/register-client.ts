import type { RpcHandler } from '@plotline/kit/rpc/server';
import type { RegisterClientRequest, RegisterClientResponse } from '@plotline/protos/plotline/auth/v1/administration';
import type { Context } from '../context.js';
import { checkClient } from '../domain/client.js';
import { callerIn } from './workspace-caller.js';

/** AdministrationService.RegisterClient */
export function registerClient(context: Context): RpcHandler<RegisterClientRequest, RegisterClientResponse> {
  return async (request, call) => {
    const caller = await callerIn(context, call, request.workspace_id, 'live');
    const client = { ...checkClient(request), created_at: context.clock() };
    const { id, secret } = await context.clients.register(caller, client, request.confidential);
    return { client_id: id, client_secret: secret };
  };
}
