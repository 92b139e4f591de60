import type { Caller, Tenant } from '@plotline/kit/core/caller';
import type { Deadline } from '@plotline/kit/core/time';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import { isDuplicateKey } from '@plotline/kit/store/indexes';
import type { Collection } from '@plotline/kit/store/records/collection';
import { retryOnConflict } from '@plotline/kit/store/records/guarded-update';
import { createRecordSchema } from '@plotline/kit/store/records/record-model';
import type { Versioned } from '@plotline/kit/store/records/records';
import type { KeyOfMode } from '../model/key.js';
import type { KeyHour, RequestCounts } from '../model/key-traffic.js';

interface StoredHour extends Versioned, KeyHour {
  readonly key_id: string;
}

/** Retention of the hours. It is longer than the longest report, which starts with a whole day. */
const retentionSeconds = 92 * 24 * 3_600;

/** Hourly request counts of keys. Requests of the last second before a process ended may be missing. */
export class KeyHours {
  readonly #collection: Collection<StoredHour>;

  constructor(runtime: Pick<ServiceRuntime, 'collection'>) {
    this.#collection = runtime.collection<StoredHour>({
      name: 'key_hours',
      schema: createRecordSchema({
        key_id: String,
        hour: Date,
        requests: Number,
        client_errors: Number,
        server_errors: Number,
      }),
      indexes: [
        { name: 'key', keys: { workspace_id: 1, key_id: 1, hour: 1 } },
        { name: 'expiry', keys: { hour: 1 }, expireAfterSeconds: retentionSeconds },
      ],
      reset: 'kept',
    });
  }

  async add(tenant: Tenant, keyId: string, hour: Date, counts: RequestCounts): Promise<void> {
    const _id = `${keyId}.${hour.getTime() / 3_600_000}`;
    const update = { $inc: { ...counts, version: 1 }, $setOnInsert: { key_id: keyId, hour } };
    const add = () => this.#collection.in(tenant).findAndUpdate({ _id }, update, { upsert: true });
    // Two processes may create the hour at the same time.
    await retryOnConflict(add, { isConflict: isDuplicateKey });
  }

  /** Lists the hours of a key since the given time, oldest first. Hours without a request are absent. */
  list(
    { workspaceId, deadline }: Pick<Caller, 'workspaceId'> & { readonly deadline: Deadline },
    { id: keyId, mode }: Pick<KeyOfMode, 'id' | 'mode'>,
    since: Date,
  ): Promise<readonly KeyHour[]> {
    const records = this.#collection.in({ workspaceId, mode, deadline });
    return records.find({ key_id: keyId, hour: { $gte: since } }, { sort: { hour: 1 }, hint: 'key' });
  }
}
