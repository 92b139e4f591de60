import type { RpcCallers } from '@plotline/kit/rpc/server';

/** Services that may call each RPC of this service. */
export const rpcCallers: RpcCallers = {
  '/plotline.transfer.v1.LeadFilesService/StoreLeadFile': ['connect'],
  '/plotline.transfer.v1.LeadFilesService/ReadFile': ['connect'],
  '/plotline.usage.v1.UsageService/GetUsage': ['auth'],
};
