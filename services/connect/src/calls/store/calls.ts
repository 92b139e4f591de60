import type { Mode, Tenant } from '@plotline/kit/core/caller';
import { newId } from '@plotline/kit/core/ids';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import { type AccessPaths, matchAny, matchTimeRanges, type TimeRanges } from '@plotline/kit/store/lists/access-path';
import { type Listed, type ListQuery, listRecords } from '@plotline/kit/store/lists/list';
import { planList } from '@plotline/kit/store/lists/list-plan';
import type { Collection } from '@plotline/kit/store/records/collection';
import { createRecordSchema } from '@plotline/kit/store/records/record-model';
import { Schema } from 'mongoose';
import type { Call, CallDirection, CallStatus } from '../model/call.js';

/** Validated query parameters for listing calls. */
export interface CallQuery extends ListQuery, TimeRanges {
  readonly status?: readonly CallStatus[];
  readonly direction?: readonly CallDirection[];
}

const paths: AccessPaths = { paths: [{ index: 'connection', fields: ['connection_id'] }] };

/** Calls to and from vendors in the last 30 days. */
export class Calls {
  readonly #collection: Collection<Call>;

  constructor(runtime: Pick<ServiceRuntime, 'collection'>) {
    this.#collection = runtime.collection<Call>({
      name: 'calls',
      schema: createRecordSchema({
        connection_id: String,
        direction: String,
        purpose: String,
        status: String,
        http_status: Number,
        error: { type: { _id: false, code: String, message: String } },
        duration_ms: Number,
        vendor_request_id: String,
        request: String,
        response: String,
        // `subject` has a field `type`, which Mongoose would take for the type of `subject`.
        subject: Schema.Types.Mixed,
        hook_event_id: String,
        created_at: Date,
      }),
      indexes: [
        { name: 'connection', keys: { workspace_id: 1, connection_id: 1, created_at: -1, _id: -1 } },
        { name: 'age', keys: { created_at: 1 } },
      ],
    });
  }

  /** Stores a call. */
  async add(tenant: Tenant, call: Omit<Call, 'id' | 'version'>): Promise<void> {
    await this.#collection.in(tenant).insert([{ id: newId('call'), version: 1, ...call }]);
  }

  get(tenant: Tenant, connectionId: string, id: string): Promise<Call | null> {
    return this.#collection.in(tenant).findOne({ _id: id, connection_id: connectionId });
  }

  async list(tenant: Tenant, connectionId: string, query: CallQuery): Promise<Listed<Call>> {
    const records = this.#collection.in(tenant);
    const { status, direction } = query;
    const filter = {
      connection_id: connectionId,
      ...(status && { status: matchAny(status) }),
      ...(direction && { direction: matchAny(direction) }),
      ...matchTimeRanges(query),
    };
    const plan = await planList(records, paths, { filter, sort: 'created_at' });
    return listRecords(records, plan, { ...query, sort: 'created_at' });
  }

  /**
   * Removes up to `limit` calls that are older than `before`, in all workspaces. Resolves to the number of removed
   * calls.
   */
  async removeBefore(mode: Mode, before: Date, limit: number): Promise<number> {
    const records = this.#collection.acrossWorkspaces(mode);
    const options = { projection: { _id: 1 }, sort: { created_at: 1 }, limit, hint: 'age' } as const;
    const old = await records.find({ created_at: { $lt: before } }, options);
    return old.length === 0 ? 0 : records.delete({ _id: { $in: old.map(({ id }) => id) } });
  }
}
