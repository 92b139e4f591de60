import type { Caller } from '@plotline/kit/core/caller';
import type { Peer } from '@plotline/kit/rpc/client';
import { UsageServiceService } from '@plotline/protos/plotline/usage/v1/usage';

/** Counts the records of the caller's workspace by quota, such as `leads`. Rejects with SERVICE_UNAVAILABLE. */
export type CountRecords = (caller: Caller) => Promise<Readonly<Record<string, number>>>;

/** Creates the function that gets the numbers of records from the services that own them. */
export function createCountRecords(peers: {
  readonly inventory: Pick<Peer, 'call'>;
  readonly pipeline: Pick<Peer, 'call'>;
}): CountRecords {
  return async (caller) => {
    const ask = (peer: Pick<Peer, 'call'>) => peer.call(UsageServiceService.getUsage, {}, { caller });
    const [pipeline, inventory] = await Promise.all([ask(peers.pipeline), ask(peers.inventory)]);
    return { ...pipeline.used, ...inventory.used };
  };
}
