import type { Caller } from '@plotline/kit/core/caller';
import type { Peer } from '@plotline/kit/rpc/client';
import { ListingsServiceService } from '@plotline/protos/plotline/inventory/v1/listings';
import { LeadsServiceService } from '@plotline/protos/plotline/pipeline/v1/leads';
import type { FiledResource } from '../record-files/model/record-file.js';

/** Services that own records with files. */
interface OwningPeers {
  readonly inventory: Pick<Peer, 'call'>;
  readonly pipeline: Pick<Peer, 'call'>;
}

export interface RecordFinder {
  /** Returns the ids of those records that exist and that the caller may view. Accepts at most 1,000 ids. */
  findVisible(caller: Caller, resource: FiledResource, ids: readonly string[]): Promise<ReadonlySet<string>>;
}

/** Creates a client that calls the services that own the records. */
export function createRecordFinder({ inventory, pipeline }: OwningPeers): RecordFinder {
  return {
    findVisible: async (caller, resource, ids) => {
      if (resource === 'lead') {
        const { leads } = await pipeline.call(LeadsServiceService.getLeads, { ids: [...ids] }, { caller });
        return new Set(leads.map(({ id }) => id));
      }
      const { listings } = await inventory.call(ListingsServiceService.getListings, { ids: [...ids] }, { caller });
      return new Set(listings.filter(({ kind, hidden }) => kind === resource && !hidden).map(({ id }) => id));
    },
  };
}
