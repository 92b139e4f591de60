import { createToken } from '@plotline/kit/checksummed-token';
import { type Answer, created } from '@plotline/kit/http/answer';
import type { Command } from '@plotline/kit/idempotency/command';
import { newId } from '@plotline/kit/ids';
import type { Keyring } from '@plotline/kit/keyring';
import { type Collection, createRecordSchema } from '@plotline/kit/mongo/collection';
import { isDuplicateKey } from '@plotline/kit/mongo/indexes';
import { retryOnConflict } from '@plotline/kit/mongo/retry-on-conflict';
import type { ServiceRuntime } from '@plotline/kit/process/runtime';
import type { ClientSession } from 'mongoose';
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

type NewClient = Pick<Client, 'name' | 'redirect_uris' | 'scopes' | 'created_at'>;

/** OAuth clients: one record for both modes, in the live database. The name is unique within a workspace. */
export class Clients {
  readonly #collection: Collection<Client>;
  readonly #runtime: ServiceRuntime;
  readonly #hashKeys: Keyring;

  constructor(runtime: ServiceRuntime, hashKeys: Keyring) {
    this.#runtime = runtime;
    this.#hashKeys = hashKeys;
    this.#collection = runtime.collection<Client>({
      name: 'clients',
      schema,
      indexes: [{ name: 'name', keys: { workspace_id: 1, name: 1 }, unique: true }],
    });
  }

  /**
   * Stores the client, or updates addresses, scopes and secret of the one with that name. The answer has its id and the secret of a
   * confidential client, which is stored sealed for a day at most, to answer an equal request; a public client's is empty.
   */
  async register(command: Command, client: NewClient, confidential: boolean): Promise<Answer> {
    const secret = confidential ? createToken('pl_secret_') : '';
    const { current } = this.#hashKeys;
    const hashed = {
      secret_hash: confidential ? hashSecret(secret, current.secret) : null,
      secret_hash_key_id: confidential ? current.id : null,
    };
    const records = this.#collection.in({ workspaceId: command.caller.workspaceId, mode: 'live' });
    const store = async (session: ClientSession): Promise<string> => {
      const { name, redirect_uris, scopes } = client;
      const update = { $set: { redirect_uris, scopes, ...hashed }, $inc: { version: 1 } };
      const existing = await records.findAndUpdate({ name }, update, { session });
      if (existing) return existing.id;
      const id = newId('app');
      await records.insert([{ ...client, id, version: 1, ...hashed }], session);
      return id;
    };
    const register = async () => {
      const { answer } = await this.#runtime.journal.commit(command, async (session) => {
        const id = await store(session);
        const description = `Client ${client.name} was registered.`;
        const entry = { subject: id, type: 'registered', description, events: [] };
        return { entries: [entry], answer: created({ id, secret }) };
      });
      return answer;
    };
    // Of two that create the client at the same time, the other one updates it.
    return retryOnConflict(register, { isConflict: isDuplicateKey });
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
