import { dropIndex } from '@plotline/kit/store/indexes';
import type { Migration } from '@plotline/kit/store/migrations';

/**
 * Drops the indexes by which the database removed old records. Retention removes them by `expiry_2`, related records at
 * once.
 */
export const up: Migration = async ({ database }) => {
  for (const collection of ['deliveries', 'events', 'notices']) await dropIndex(database, collection, 'expiry');
};
