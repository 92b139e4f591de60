import type { Caller } from '@plotline/kit/core/caller';
import type { Peer } from '@plotline/kit/rpc/client';
import { WorkspacesServiceService } from '@plotline/protos/plotline/auth/v1/workspaces';

/** Workspaces, which the auth service manages. */
export interface Workspaces {
  /** Returns the name of the caller's workspace. */
  getName(caller: Caller): Promise<string>;
}

/** Creates a gRPC client for workspaces. */
export function createWorkspacesClient(peer: Peer): Workspaces {
  return {
    getName: async (caller) => (await peer.call(WorkspacesServiceService.getWorkspace, {}, { caller })).name,
  };
}
