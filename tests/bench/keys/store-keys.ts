import { createKeyCollection, hashKey } from '@plotline/auth/keys/store/key-collection';
import { newId } from '@plotline/kit/core/ids';
import { createKeyring, createToken } from '@plotline/kit/core/secrets';
import { connectDatabases } from '@plotline/kit/store/connection/connect';
import { Collection } from '@plotline/kit/store/records/collection';
import { createServiceEnvironment } from '../../support/service-environment.js';

const hourMs = 3_600_000;

/**
 * Gives each workspace live keys that were used before, stored as auth does. Resolves to the keys' values. The values
 * alternate between the workspaces.
 */
export async function storeKeys(workspaceIds: readonly string[], keysEach: number): Promise<string[]> {
  const { MONGO_URL = '', MONGO_DATABASE = '', KEY_HASH_SECRET = '' } = await createServiceEnvironment('auth');
  const databases = await connectDatabases({ url: MONGO_URL, name: MONGO_DATABASE, poolSize: 2 });
  try {
    const keyring = createKeyring(KEY_HASH_SECRET);
    const keys = createKeyCollection({ collection: (options) => new Collection(databases, options) });
    const at = new Date(Date.now() - hourMs);
    const values: string[][] = [];
    for (const workspaceId of workspaceIds) {
      const made = Array.from({ length: keysEach }, () => createToken('pl_live_'));
      const records = made.map((value) => ({
        id: newId('key'),
        version: 1,
        name: 'Bench',
        scopes: ['admin' as const],
        ...hashKey(value, keyring),
        last_four: value.slice(-4),
        expires_at: null,
        revoked_at: null,
        last_used_at: at,
        created_at: at,
        created_by: { type: 'system', id: 'bench', name: 'Bench' },
      }));
      await keys.in({ workspaceId, mode: 'live' }).insert(records);
      values.push(made);
    }
    return Array.from({ length: keysEach }, (_, place) => values.flatMap((ofOne) => ofOne[place] ?? [])).flat();
  } finally {
    await databases.close();
  }
}
