import type { Caller } from '@plotline/kit/core/caller';
import type { Peer } from '@plotline/kit/rpc/client';
import { RecordsServiceService } from '@plotline/protos/plotline/records/v1/records';

export interface SoldPage {
  readonly ids: readonly string[];
  /** Position of the next page; empty after the last page. */
  readonly next: string;
}

/** Returns a page of the ids of the workspace's sold units. The pages include changes made in the meantime. */
export type ListSoldUnits = (caller: Caller, after: string) => Promise<SoldPage>;

const pageSize = 500;

function readId(record: string): string {
  const { id }: { readonly id: string } = JSON.parse(record);
  return id;
}

/** Creates a gRPC client for sold units. */
export function createListSoldUnits(inventory: Pick<Peer, 'call'>): ListSoldUnits {
  return async (caller, after) => {
    const request = { resource: 'units', query: 'status=sold', limit: pageSize, after, snapshot: '' };
    const { records, next } = await inventory.call(RecordsServiceService.readRecords, request, { caller });
    return { ids: records.map(readId), next };
  };
}
