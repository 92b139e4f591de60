import type { Caller } from '@plotline/kit/core/caller';
import type { Peer } from '@plotline/kit/rpc/client';
import { RecordsServiceService } from '@plotline/protos/plotline/records/v1/records';

export interface SoldPage {
  readonly ids: readonly string[];
  /** Where the next page begins; empty after the last one. */
  readonly next: string;
}

/** A page of the ids of the workspace's units that are sold. Who walks through them sees what changes meanwhile. */
export type ListSoldUnits = (caller: Caller, after: string) => Promise<SoldPage>;

const pageSize = 500;

function readId(record: string): string {
  const { id }: { readonly id: string } = JSON.parse(record);
  return id;
}

/** Sold units over gRPC. */
export function createListSoldUnits(inventory: Pick<Peer, 'call'>): ListSoldUnits {
  return async (caller, after) => {
    const request = { resource: 'units', query: 'status=sold', limit: pageSize, after, snapshot: '' };
    const { records, next } = await inventory.call(RecordsServiceService.readRecords, request, { caller });
    return { ids: records.map(readId), next };
  };
}
