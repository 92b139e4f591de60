import { createBatcher } from '@plotline/kit/core/batcher';
import type { Tenant } from '@plotline/kit/core/caller';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Collection } from '@plotline/kit/store/records/collection';
import type { Records } from '@plotline/kit/store/records/records';
import {
  type DuplicateGroup,
  groupBySharedValues,
  type SharedField,
  type SharedValue,
} from '../model/duplicate-groups.js';
import type { Lead } from '../model/lead.js';
import { findDuplicates } from './duplicates.js';
import type { Leads } from './leads.js';

/** Same limit as for the count of a list. */
const maxTimeMS = 5_000;

/** Path of each shared field, with the index of its values. */
const places = [
  { field: 'email', path: 'email', hint: 'email' },
  { field: 'phone', path: 'derived.phone', hint: 'phone' },
] as const satisfies readonly { readonly field: SharedField; readonly path: string; readonly hint: string }[];

interface Question {
  /** Concurrent callers with the same key share one result. */
  readonly key: string;
  readonly records: Records<Lead>;
}

/** Reads the values of a field that more than one lead has. */
async function findSharedValues(
  records: Records<Lead>,
  { field, path, hint }: (typeof places)[number],
): Promise<SharedValue[]> {
  const rows = await records.aggregate<{ readonly ids: readonly string[] }>(
    [
      { $match: { [path]: { $gt: '' } } },
      { $group: { _id: `$${path}`, ids: { $push: '$_id' }, count: { $sum: 1 } } },
      { $match: { count: { $gt: 1 } } },
      { $project: { ids: 1 } },
    ],
    { hint, maxTimeMS },
  );
  return rows.map(({ ids }) => ({ field, ids }));
}

/** Leads that share their email or phone. */
export class LeadDuplicates {
  readonly #runtime: Pick<ServiceRuntime, 'clock'>;
  readonly #collection: Collection<Lead>;
  readonly #leads: Leads;
  readonly #ask = createBatcher<Question, readonly DuplicateGroup[]>({
    key: ({ key }) => key,
    maxBatch: Number.POSITIVE_INFINITY,
    run: async ([question]) => {
      if (!question) return [];
      const found = await Promise.all(places.map((place) => findSharedValues(question.records, place)));
      return groupBySharedValues(found.flat());
    },
  });

  constructor(runtime: Pick<ServiceRuntime, 'clock'>, collection: Collection<Lead>, leads: Leads) {
    this.#runtime = runtime;
    this.#collection = collection;
    this.#leads = leads;
  }

  /** Lists up to a hundred other leads with the lead's email or phone, oldest first. */
  async list(
    tenant: Tenant,
    { id, email, phone, phone_country }: Pick<Lead, 'id' | 'email' | 'phone' | 'phone_country'>,
  ): Promise<Lead[]> {
    const contact = { email, phone, phone_country };
    const [found] = await findDuplicates(this.#collection.in(tenant), [contact], { now: this.#runtime.clock() });
    const leads = await this.#leads.getAll(
      tenant,
      (found?.ids ?? []).filter((other) => other !== id),
    );
    return leads.sort((one, other) => (one.id < other.id ? -1 : 1));
  }

  /**
   * Finds all groups of the workspace. The group with the newest lead comes first. Concurrent callers share the result.
   */
  findGroups(tenant: Tenant): Promise<readonly DuplicateGroup[]> {
    const records = this.#collection.in(tenant);
    return this.#ask({ key: records.toCacheKey({}), records });
  }
}
