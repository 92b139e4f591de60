import { rpcCallers as authCallers } from '@plotline/auth/rpc-callers';
import { rpcCallers as inventoryCallers } from '@plotline/inventory/rpc-callers';
import type { RpcCallers } from '@plotline/kit/rpc/server';
import { rpcCallers as pipelineCallers } from '@plotline/pipeline/rpc-callers';
import { rpcCallers as teamCallers } from '@plotline/team/rpc-callers';
import { rpcCallers as transferCallers } from '@plotline/transfer/rpc-callers';

/** Programs that may call each RPC, by service. If only one service has the RPC, the key is only the RPC's name. */
export const rpcCallers: Readonly<Record<string, RpcCallers>> = {
  auth: authCallers,
  inventory: inventoryCallers,
  pipeline: pipelineCallers,
  team: teamCallers,
  transfer: transferCallers,
};
