import { newId } from '@plotline/kit/ids';
import type { RpcHandler } from '@plotline/kit/rpc/server';
import type { CreateWorkspaceRequest, CreateWorkspaceResponse } from '@plotline/protos/plotline/auth/v1/administration';
import type { Context } from '../context.js';
import { foundWorkspace } from '../domain/workspace.js';

/** AdministrationService.CreateWorkspace */
export function createWorkspace(context: Context): RpcHandler<CreateWorkspaceRequest, CreateWorkspaceResponse> {
  return async (request, call) => {
    call.caller();
    const workspace = foundWorkspace(request, newId('ws'), context.clock());
    const { id, name, plan, currency } = await context.workspaces.foundOrGet(workspace);
    return { id, name, plan, currency };
  };
}
