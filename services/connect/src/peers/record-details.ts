import type { Caller } from '@plotline/kit/core/caller';
import { isJsonObject, type JsonObject } from '@plotline/kit/core/json-object';
import type { Peer } from '@plotline/kit/rpc/client';
import { RecordDetailsServiceService } from '@plotline/protos/plotline/records/v1/details';

export type DetailedResource = 'leads' | 'deals' | 'units' | 'properties' | 'holds';

/** Reads a record of another service in the form of the public API. Rejects with NOT_FOUND. */
export type GetRecord = (caller: Caller, resource: DetailedResource, id: string) => Promise<JsonObject>;

/** Creates the function that reads records, from clients of the services that own them. */
export function createGetRecord({
  pipeline,
  inventory,
}: {
  readonly pipeline: Peer;
  readonly inventory: Peer;
}): GetRecord {
  return async (caller, resource, id) => {
    const peer = resource === 'leads' || resource === 'deals' ? pipeline : inventory;
    const { record } = await peer.call(RecordDetailsServiceService.getRecord, { resource, id }, { caller });
    const parsed: unknown = JSON.parse(record);
    if (!isJsonObject(parsed)) throw new Error(`The record of ${resource} isn't an object.`);
    return parsed;
  };
}
