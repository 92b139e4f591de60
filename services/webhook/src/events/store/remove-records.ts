import type { Index } from '@plotline/kit/store/indexes';
import type { WritableRecords } from '@plotline/kit/store/records/collection';
import type { Filter, Versioned } from '@plotline/kit/store/records/records';

/** Index of every collection whose old records `deliveries/work/retention.ts` removes. */
export const expiryIndex: Index = { name: 'expiry', version: 2, keys: { created_at: 1, _id: 1 } };

/** Removes up to `limit` records that were created before a time, oldest first. Resolves to the number found. */
export async function removeExpired<T extends Versioned>(
  records: WritableRecords<T>,
  before: Date,
  limit: number,
): Promise<number> {
  const expired = { created_at: { $lt: before } };
  const options = { sort: { created_at: 1, _id: 1 }, limit, hint: expiryIndex.name, projection: { _id: 1 } } as const;
  const found = await records.find(expired, options);
  if (found.length > 0) await records.delete({ _id: { $in: found.map(({ id }) => id) } });
  return found.length;
}

/** Number of records that are removed in one batch. It is small, so that other writers don't wait long. */
const maxBatch = 500;

/** Removes all matches of the index, even if there are many. */
export async function removeInBatches<T extends Versioned>(
  records: WritableRecords<T>,
  filter: Filter,
  hint: string,
): Promise<void> {
  for (;;) {
    const found = await records.find(filter, { limit: maxBatch, hint, projection: { _id: 1 } });
    if (found.length === 0) return;
    await records.delete({ _id: { $in: found.map(({ id }) => id) } });
  }
}
