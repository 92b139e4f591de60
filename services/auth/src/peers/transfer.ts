import { createSystemCaller, type Tenant } from '@plotline/kit/core/caller';
import { newId } from '@plotline/kit/core/ids';
import type { Peer } from '@plotline/kit/rpc/client';
import { UsageServiceService } from '@plotline/protos/plotline/usage/v1/usage';

/** Reads how much of its plan a workspace uses, by quota. Rejects with SERVICE_UNAVAILABLE. */
export type ReadUsage = (tenant: Tenant) => Promise<Readonly<Record<string, number>>>;

/**
 * Creates the client of the transfer service, which collects the usage from all services. Null if no address is
 * configured.
 */
export function createReadUsage(peer: Pick<Peer, 'call'> | null): ReadUsage | null {
  return (
    peer &&
    (async (tenant) => {
      const caller = createSystemCaller(tenant, 'operator', newId('req'), { budgetMs: 5_000 });
      return (await peer.call(UsageServiceService.getUsage, {}, { caller })).used;
    })
  );
}
