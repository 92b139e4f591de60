import type { Keyring } from '@plotline/kit/core/secrets';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { EntryInput } from '@plotline/kit/store/journal/entry';
import type { Collection } from '@plotline/kit/store/records/collection';
import { createRecordSchema } from '@plotline/kit/store/records/record-model';
import { hashSecret } from '../../directory/store/hashing.js';
import type { Key } from '../model/key.js';

const schema = createRecordSchema({
  name: String,
  scopes: [String],
  hash: String,
  hash_key_id: String,
  last_four: String,
  expires_at: Date,
  revoked_at: Date,
  last_used_at: Date,
  created_at: Date,
  created_by: { type: { type: String }, id: String, name: String, agentId: String },
  revoke_with_creator: Boolean,
  successor_id: String,
});

/**
 * Declares API keys. Each key is in the database of its mode, so that a look-up in one mode can't find a key of the
 * other.
 */
export function createKeyCollection(runtime: Pick<ServiceRuntime, 'collection'>): Collection<Key> {
  return runtime.collection<Key>({
    name: 'keys',
    schema,
    indexes: [
      { name: 'hash', keys: { hash: 1 }, unique: true },
      { name: 'created_at', keys: { workspace_id: 1, created_at: -1, _id: -1 } },
    ],
    reset: 'kept',
  });
}

/** Returns the stored fields that are derived from a key's value. */
export function hashKey(value: string, { current }: Keyring): Pick<Key, 'hash' | 'hash_key_id'> {
  return { hash: hashSecret(value, current.secret), hash_key_id: current.id };
}

/** Creates the journal entry for an event of a key. */
export function describeKey(
  { id }: Key,
  type: string,
  description: string,
  attributes?: EntryInput['attributes'],
): EntryInput {
  return { subject: id, type, description, ...(attributes && { attributes }), events: [] };
}
