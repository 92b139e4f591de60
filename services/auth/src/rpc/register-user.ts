import { newId } from '@plotline/kit/ids';
import type { RpcHandler } from '@plotline/kit/rpc/server';
import type { RegisterUserRequest, RegisterUserResponse } from '@plotline/protos/plotline/auth/v1/administration';
import type { Context } from '../context.js';
import { checkUser } from '../domain/user.js';
import { hashPassword } from '../store/password-hash.js';
import { callerIn } from './workspace-caller.js';

/** AdministrationService.RegisterUser */
export function registerUser(context: Context): RpcHandler<RegisterUserRequest, RegisterUserResponse> {
  return async (request, call) => {
    const caller = await callerIn(context, call, request.workspace_id, 'live');
    const id = await context.users.register(caller, {
      ...checkUser(request),
      id: newId('user'),
      version: 1,
      password_hash: await hashPassword(request.password),
      created_at: context.clock(),
    });
    return { id };
  };
}
