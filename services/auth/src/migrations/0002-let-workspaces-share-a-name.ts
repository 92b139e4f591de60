import { dropIndex } from '@plotline/kit/store/indexes';
import type { Migration } from '@plotline/kit/store/migrations';

/**
 * Replaces the unique index on the names of workspaces by another one, and lets repeated requests find the workspaces that were found by
 * their names before.
 */
export const up: Migration = async ({ database }) => {
  const workspaces = database.collection('workspaces');
  await workspaces.updateMany({ creation_key: { $exists: false } }, [{ $set: { creation_key: '$name' } }]);
  const indexes = await workspaces.indexes();
  if (indexes.some(({ name, unique }) => name === 'name' && unique === true)) {
    await dropIndex(database, 'workspaces', 'name');
  }
};
