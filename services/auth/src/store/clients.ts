import type { Caller } from '@plotline/kit/caller';
import { createToken } from '@plotline/kit/checksummed-token';
import { newId } from '@plotline/kit/ids';
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
  created_at: Date,
});

/** OAuth clients: one record for both modes, in the live database. The name is unique within a workspace. */
export class Clients {
  readonly #collection: Collection<Client>;
  readonly #hashSecret: string;

  constructor(runtime: ServiceRuntime, secret: string) {
    this.#hashSecret = secret;
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
    const secretHash = confidential ? hashSecret(secret, this.#hashSecret) : null;
    const records = this.#collection.in({ workspaceId: caller.workspaceId, mode: 'live' });
    try {
      await records.insert([{ ...client, id, version: 1, secret_hash: secretHash }]);
      return { id, secret };
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      const { name, redirect_uris, scopes } = client;
      const update = { $set: { redirect_uris, scopes, secret_hash: secretHash }, $inc: { version: 1 } };
      const existing = await records.findAndUpdate({ name }, update);
      if (!existing) throw error;
      return { id: existing.id, secret };
    }
  }
}
