import type { Mode } from '@plotline/kit/caller';
import { createToken } from '@plotline/kit/checksummed-token';
import { type Answer, created } from '@plotline/kit/http/answer';
import type { Command } from '@plotline/kit/idempotency/command';
import { newId } from '@plotline/kit/ids';
import type { Keyring } from '@plotline/kit/keyring';
import { changeRecord, noAnswer } from '@plotline/kit/mongo/change-record';
import { type Collection, createRecordSchema, type Owned } from '@plotline/kit/mongo/collection';
import type { ServiceRuntime } from '@plotline/kit/process/runtime';
import { type Key, keyPrefixes, type ParsedKeyRequest } from '../domain/key.js';
import { hashSecret } from './hashing.js';

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
});

/** The last use of a key is stored at most this often. */
const lastUseIntervalMs = 30_000;

/** API keys, each in the database of its mode: a look-up for one mode cannot find a key of the other. */
export class Keys {
  readonly #collection: Collection<Key>;
  readonly #runtime: ServiceRuntime;
  readonly #hashKeys: Keyring;

  constructor(runtime: ServiceRuntime, hashKeys: Keyring) {
    this.#runtime = runtime;
    this.#hashKeys = hashKeys;
    this.#collection = runtime.collection<Key>({
      name: 'keys',
      schema,
      indexes: [
        { name: 'hash', keys: { hash: 1 }, unique: true },
        { name: 'created_at', keys: { workspace_id: 1, created_at: -1, _id: -1 } },
      ],
    });
  }

  /**
   * Creates a key. The answer has its id and, as `secret`, its value, which is stored sealed for a day at most, to answer an equal
   * request.
   */
  async create(command: Command, request: ParsedKeyRequest): Promise<Answer> {
    const value = createToken(keyPrefixes[request.mode]);
    const key: Key = {
      id: newId('key'),
      version: 1,
      name: request.name,
      scopes: request.scopes,
      ...this.#hash(value),
      last_four: value.slice(-4),
      expires_at: request.expires_at,
      revoked_at: null,
      last_used_at: null,
      created_at: this.#runtime.clock(),
    };
    const answer = created({ id: key.id, secret: value });
    await this.#runtime.journal.commit(command, async (session) => {
      await this.#collection.in(command.caller).insert([key], session);
      const description = `Key ${key.name} was created.`;
      return { entries: [{ subject: key.id, type: 'created', description, events: [] }], answer };
    });
    return answer;
  }

  /** Revokes a key and publishes `key.revoked`; repeated, it changes nothing. Rejects with NOT_FOUND. */
  async revoke(command: Command, id: string): Promise<void> {
    const decide = (key: Key, at: Date) => {
      if (key.revoked_at) return { record: key, entries: [] };
      const events = [{ name: 'key.revoked', data: { id }, mandatory: false }];
      return {
        record: { ...key, revoked_at: at },
        entries: [{ subject: id, type: 'revoked', description: `Key ${key.name} was revoked.`, events }],
      };
    };
    const { journal } = this.#runtime;
    await changeRecord({ collection: this.#collection, journal, command, id, decide, toAnswer: noAnswer });
  }

  /** The key of that value in that mode, of any workspace: the value identifies the workspace. */
  find(mode: Mode, value: string): Promise<Owned<Key> | null> {
    const hashes = this.#hashKeys.keys.map(({ secret }) => hashSecret(value, secret));
    return this.#collection.acrossWorkspaces(mode).findOne({ hash: { $in: hashes } });
  }

  #hash(value: string): Pick<Key, 'hash' | 'hash_key_id'> {
    const { id, secret } = this.#hashKeys.current;
    return { hash: hashSecret(value, secret), hash_key_id: id };
  }

  /**
   * Stores the time of use, unless one was stored less than `lastUseIntervalMs` ago, and a hash of the key's value with the current
   * secret, unless it is stored.
   */
  async recordUse(mode: Mode, key: Owned<Key>, value: string): Promise<void> {
    const now = this.#runtime.clock();
    const isRecorded = key.last_used_at && now.getTime() - key.last_used_at.getTime() < lastUseIntervalMs;
    const isHashed = key.hash_key_id === this.#hashKeys.current.id;
    if (isRecorded && isHashed) return;
    const tenant = { workspaceId: key.workspace_id, mode };
    const set = { ...(isHashed ? {} : this.#hash(value)), last_used_at: now };
    await this.#collection.in(tenant).update({ _id: key.id }, { $set: set });
  }

  /** How many keys of a mode that can still be used have a hash with the current secret, and how many with another. */
  async countHashes(mode: Mode): Promise<{ readonly current: number; readonly other: number }> {
    const records = this.#collection.acrossWorkspaces(mode);
    const usable = { revoked_at: null, $or: [{ expires_at: null }, { expires_at: { $gt: this.#runtime.clock() } }] };
    const { id } = this.#hashKeys.current;
    const [current, other] = await Promise.all([
      records.count({ ...usable, hash_key_id: id }),
      records.count({ ...usable, hash_key_id: { $ne: id } }),
    ]);
    return { current, other };
  }
}
