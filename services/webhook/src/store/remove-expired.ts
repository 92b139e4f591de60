import type { Records, Versioned } from '@plotline/kit/mongo/collection';
import type { Index } from '@plotline/kit/mongo/indexes';

/** Declared by every collection whose old records `workers/retention.ts` removes. */
export const expiryIndex: Index = { name: 'expiry', version: 2, keys: { created_at: 1, _id: 1 } };

/** Removes up to `limit` records that were created before, the oldest first. Resolves to how many it found. */
export async function removeExpired<T extends Versioned>(
  records: Records<T>,
  before: Date,
  limit: number,
): Promise<number> {
  const expired = { created_at: { $lt: before } };
  const options = { sort: { created_at: 1, _id: 1 }, limit, hint: expiryIndex.name, projection: { _id: 1 } } as const;
  const found = await records.find(expired, options);
  if (found.length > 0) await records.delete({ _id: { $in: found.map(({ id }) => id) } });
  return found.length;
}
