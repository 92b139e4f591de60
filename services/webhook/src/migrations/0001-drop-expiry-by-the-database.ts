import { dropIndex } from '@plotline/kit/store/indexes';
import type { Migration } from '@plotline/kit/store/migrations';

/** Drops the indexes that had the database remove old records: retention removes them by `expiry_2`, what belongs together at once. */
export const up: Migration = async ({ database }) => {
  for (const collection of ['deliveries', 'events', 'notices']) await dropIndex(database, collection, 'expiry');
};
