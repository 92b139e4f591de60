import { notFound } from '@plotline/kit/core/errors';
import type { RpcAdapter } from '@plotline/kit/rpc/server';
import type { WorkspacesServiceServer } from '@plotline/protos/plotline/auth/v1/workspaces';
import type { Context } from '../../context.js';

/** Creates WorkspacesService, which tells other services about the workspace of the caller. */
export function createWorkspacesService({ workspaces }: Context, rpc: RpcAdapter): WorkspacesServiceServer {
  return {
    getWorkspace: rpc(async (_request, call) => {
      const workspace = await workspaces.get(call.caller().workspaceId);
      if (!workspace) throw notFound();
      return { name: workspace.name };
    }),
  };
}
