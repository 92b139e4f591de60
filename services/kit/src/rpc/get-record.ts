import type { Caller } from '../core/caller.js';
import { invalid, notFound } from '../core/errors.js';
import type { RpcHandler } from './server.js';

/** Reads a record in the form of GET; null when there is none, or the caller may not view it. */
export type ReadRecord = (caller: Caller, id: string) => Promise<object | null>;

interface GetRequest {
  readonly resource: string;
  readonly id: string;
}

/** Creates RecordDetailsService.GetRecord for the resources of a service. */
export function createGetRecord(
  resources: Readonly<Record<string, ReadRecord>>,
): RpcHandler<GetRequest, { readonly record: string }> {
  return async ({ resource, id }, call) => {
    const read = Object.hasOwn(resources, resource) ? resources[resource] : undefined;
    if (!read) throw invalid({ field: 'resource', message: 'is not a resource of this service' });
    const record = await read(call.caller(), id);
    if (!record) throw notFound();
    return { record: JSON.stringify(record) };
  };
}
