import type { Caller, Tenant } from '@plotline/kit/core/caller';
import type { Deadline } from '@plotline/kit/core/time';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Listed, ListQuery } from '@plotline/kit/store/lists/list';
import type { Collection } from '@plotline/kit/store/records/collection';
import { createRecordSchema } from '@plotline/kit/store/records/record-model';
import type { Filter } from '@plotline/kit/store/records/records';
import { mergePages } from '../../directory/store/merge-pages.js';
import type { KeyOfMode } from '../model/key.js';
import type { KeyRequest } from '../model/key-traffic.js';

export interface KeyRequestQuery extends Pick<ListQuery, 'page' | 'per_page' | 'cursor'> {
  readonly method?: string;
  /** First digit of a status and `xx`, such as `4xx`. */
  readonly status?: string;
}

const retentionSeconds = 7 * 24 * 3_600;

/** Number of requests that the log of a key keeps. The log may have up to `trimInterval` more. */
const maxKept = 10_000;
const trimInterval = 500;

function matchStatus(status: string): Filter {
  const first = Number(status[0]) * 100;
  return { status: { $gte: first, $lt: first + 100 } };
}

/** Log of the requests of keys, in the database of their mode. */
export class KeyRequests {
  readonly #collection: Collection<KeyRequest>;
  /** Number of requests per key that this process has added since it last trimmed the log. */
  readonly #added = new Map<string, number>();

  constructor(runtime: Pick<ServiceRuntime, 'collection'>) {
    this.#collection = runtime.collection<KeyRequest>({
      name: 'key_requests',
      schema: createRecordSchema({
        key_id: String,
        at: Date,
        method: String,
        path: String,
        query: [String],
        status: Number,
        duration_ms: Number,
        request_id: String,
      }),
      indexes: [
        { name: 'newest', keys: { workspace_id: 1, key_id: 1, at: -1, _id: -1 } },
        { name: 'expiry', keys: { at: 1 }, expireAfterSeconds: retentionSeconds },
      ],
      reset: 'kept',
    });
  }

  /** Adds requests of one key. Occasionally removes the oldest requests if the log of the key is too long. */
  async add(tenant: Tenant, keyId: string, requests: readonly KeyRequest[]): Promise<void> {
    if (requests.length === 0) return;
    await this.#collection.in(tenant).insertMissing(requests);
    const added = (this.#added.get(keyId) ?? 0) + requests.length;
    if (added < trimInterval) {
      this.#added.set(keyId, added);
      return;
    }
    this.#added.delete(keyId);
    await this.#trim(tenant, keyId);
  }

  async #trim(tenant: Tenant, keyId: string): Promise<void> {
    const records = this.#collection.in(tenant);
    const sort = { at: -1, _id: -1 } as const;
    const [last] = await records.find({ key_id: keyId }, { sort, skip: maxKept, limit: 1, hint: 'newest' });
    if (last) await records.delete({ key_id: keyId, at: { $lte: last.at } });
  }

  /** Lists requests of a key, newest first. */
  list(
    { workspaceId, deadline }: Pick<Caller, 'workspaceId'> & { readonly deadline: Deadline },
    { id: keyId, mode }: Pick<KeyOfMode, 'id' | 'mode'>,
    query: KeyRequestQuery,
  ): Promise<Listed<KeyRequest>> {
    const records = this.#collection.in({ workspaceId, mode, deadline });
    const { method, status } = query;
    const filter = { key_id: keyId, ...(method !== undefined && { method }), ...(status && matchStatus(status)) };
    const source = {
      find: (after: Filter, bounds: { readonly skip: number; readonly limit: number }) =>
        records.find({ $and: [filter, after] }, { sort: { at: -1, _id: -1 }, ...bounds, hint: 'newest' }),
      count: () => records.count(filter, { hint: 'newest' }),
    };
    const scope = ['key-requests', workspaceId, keyId, method ?? '', status ?? ''];
    const toPosition = ({ at, id }: KeyRequest) => [at, id] as const;
    return mergePages([source], query, scope, { field: 'at', toPosition });
  }
}
