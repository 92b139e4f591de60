import type { Caller } from '@plotline/kit/caller';
import { createToken } from '@plotline/kit/checksummed-token';
import type { Foundation } from '@plotline/kit/foundation';
import { newId } from '@plotline/kit/ids';
import { type Collection, recordSchema } from '@plotline/kit/mongo/collection';
import type { Client } from '../domain/client.js';
import { hashSecret } from './secret-hash.js';

const schema = recordSchema({
  name: String,
  redirect_uris: [String],
  scopes: [String],
  secret_hash: String,
  created_at: Date,
});

/** OAuth clients: one record for both modes, in the live database. */
export class Clients {
  readonly #collection: Collection<Client>;
  readonly #hashSecret: string;

  constructor(foundation: Foundation, secret: string) {
    this.#hashSecret = secret;
    this.#collection = foundation.collection<Client>({
      name: 'clients',
      schema,
      indexes: [{ name: 'created_at', keys: { workspace_id: 1, created_at: -1, _id: -1 } }],
    });
  }

  /** Registers a client; the secret of a confidential one cannot be had again. */
  async register(
    caller: Caller,
    client: Pick<Client, 'name' | 'redirect_uris' | 'scopes' | 'created_at'>,
    confidential: boolean,
  ): Promise<{ readonly id: string; readonly secret: string }> {
    const id = newId('app');
    const secret = confidential ? createToken('pl_secret_') : '';
    const secretHash = confidential ? hashSecret(secret, this.#hashSecret) : null;
    const records = this.#collection.in({ workspaceId: caller.workspaceId, mode: 'live' });
    await records.insert([{ ...client, id, version: 1, secret_hash: secretHash }]);
    return { id, secret };
  }
}
