import type { Caller } from '@plotline/kit/caller';
import { createToken } from '@plotline/kit/checksummed-token';
import { newId } from '@plotline/kit/ids';
import type { Keyring } from '@plotline/kit/keyring';
import { type Collection, createRecordSchema } from '@plotline/kit/mongo/collection';
import { isDuplicateKey } from '@plotline/kit/mongo/indexes';
import type { ServiceRuntime } from '@plotline/kit/process/runtime';
import type { Client } from '../domain/client.js';
import { hashSecret } from './hashing.js';

const schema = createRecordSchema({
  name: String,
  redirect_uris: [String],
  scopes: [String],
  secret_hash: String,
  secret_hash_key_id: String,
  created_at: Date,
});

/** OAuth clients: one record for both modes, in the live database. The name is unique within a workspace. */
export class Clients {
  readonly #collection: Collection<Client>;
  readonly #hashKeys: Keyring;

  constructor(runtime: ServiceRuntime, hashKeys: Keyring) {
    this.#hashKeys = hashKeys;
    this.#collection = runtime.collection<Client>({
      name: 'clients',
      schema,
      indexes: [{ name: 'name', keys: { workspace_id: 1, name: 1 }, unique: true }],
    });
  }

  /**
   * Stores the client, or updates addresses, scopes and secret of the one with that name. The secret of a confidential
   * client is returned here alone; a public client has none.
   */
  async register(
    caller: Caller,
    client: Pick<Client, 'name' | 'redirect_uris' | 'scopes' | 'created_at'>,
    confidential: boolean,
  ): Promise<{ readonly id: string; readonly secret: string }> {
    const id = newId('app');
    const secret = confidential ? createToken('pl_secret_') : '';
    const { current } = this.#hashKeys;
    const hashed = {
      secret_hash: confidential ? hashSecret(secret, current.secret) : null,
      secret_hash_key_id: confidential ? current.id : null,
    };
    const records = this.#collection.in({ workspaceId: caller.workspaceId, mode: 'live' });
    try {
      await records.insert([{ ...client, id, version: 1, ...hashed }]);
      return { id, secret };
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      const { name, redirect_uris, scopes } = client;
      const update = { $set: { redirect_uris, scopes, ...hashed }, $inc: { version: 1 } };
      const existing = await records.findAndUpdate({ name }, update);
      if (!existing) throw error;
      return { id: existing.id, secret };
    }
  }

  /** How many clients have a hash with the current secret, and how many with another. */
  async countHashes(): Promise<{ readonly current: number; readonly other: number }> {
    const records = this.#collection.acrossWorkspaces('live');
    const confidential = { secret_hash: { $ne: null } };
    const { id } = this.#hashKeys.current;
    const [current, other] = await Promise.all([
      records.count({ ...confidential, secret_hash_key_id: id }),
      records.count({ ...confidential, secret_hash_key_id: { $ne: id } }),
    ]);
    return { current, other };
  }
}
