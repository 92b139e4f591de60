import type { Migration } from '@plotline/kit/mongo/migrations';

const indexNotFound = 27;

/**
 * Replaces the unique index on the names of workspaces by another one, and lets repeated requests find the workspaces that were found by
 * their names before.
 */
export const up: Migration = async ({ database }) => {
  const workspaces = database.collection('workspaces');
  await workspaces.updateMany({ creation_key: { $exists: false } }, [{ $set: { creation_key: '$name' } }]);
  const indexes = await workspaces.indexes();
  if (indexes.some(({ name, unique }) => name === 'name' && unique === true)) {
    await workspaces.dropIndex('name').catch((error: unknown) => {
      if (Reflect.get(Object(error), 'code') !== indexNotFound) throw error;
    });
  }
};
