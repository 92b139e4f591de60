import { invalid } from '@plotline/kit/errors';
import { newId } from '@plotline/kit/ids';
import type { RpcHandler } from '@plotline/kit/rpc/server';
import type { RegisterUserRequest, RegisterUserResponse } from '@plotline/protos/plotline/auth/v1/administration';
import type { Context } from '../context.js';
import { roles } from '../domain/user.js';
import { hashPassword } from '../store/password-hash.js';
import { callerIn } from './workspace-caller.js';

const shortestPassword = 12;

/** AdministrationService.RegisterUser */
export function registerUser(context: Context): RpcHandler<RegisterUserRequest, RegisterUserResponse> {
  return async (request, call) => {
    const caller = await callerIn(context, call, request.workspace_id, 'live');
    const role = roles.find((one) => one === request.role);
    if (!role) throw invalid({ field: 'role', message: `must be one of: ${roles.join(', ')}` });
    if (request.password.length < shortestPassword || request.password.length > 200) {
      throw invalid({ field: 'password', message: `must have ${shortestPassword} to 200 characters` });
    }
    const id = await context.users.register(caller, {
      id: newId('user'),
      version: 1,
      email: request.email.toLowerCase(),
      name: request.name,
      role,
      agent_id: request.agent_id,
      password_hash: await hashPassword(request.password),
      created_at: context.clock(),
    });
    return { id };
  };
}
