import { createSystemCaller, type Mode } from '@plotline/kit/caller';
import { newId } from '@plotline/kit/ids';
import type { Keyring } from '@plotline/kit/keyring';
import type { Collection } from '@plotline/kit/mongo/collection';
import type { Filter, Owned } from '@plotline/kit/mongo/records';
import type { ServiceRuntime } from '@plotline/kit/process/runtime';
import type { Key } from '../domain/key.js';
import { hashSecretByEach } from './hashing.js';
import { describeKey, hashKey } from './key-collection.js';

/** The last use of a key is stored at most this often. */
const lastUseIntervalMs = 30_000;

/** API keys as they are used: found by their value, their uses recorded. */
export class KeyUsage {
  readonly #collection: Collection<Key>;
  readonly #runtime: ServiceRuntime;
  readonly #hashKeys: Keyring;

  constructor(runtime: ServiceRuntime, collection: Collection<Key>, hashKeys: Keyring) {
    this.#runtime = runtime;
    this.#collection = collection;
    this.#hashKeys = hashKeys;
  }

  /** The key of that value in that mode, of any workspace: the value identifies the workspace. */
  find(mode: Mode, value: string): Promise<Owned<Key> | null> {
    const hashes = hashSecretByEach(value, this.#hashKeys);
    return this.#collection.acrossWorkspaces(mode).findOne({ hash: { $in: hashes } });
  }

  /**
   * Stores the time of use, unless one was stored less than `lastUseIntervalMs` ago, and a hash of the key's value with the current
   * secret, unless it is stored.
   */
  async record(mode: Mode, key: Owned<Key>, value: string, address = ''): Promise<void> {
    const now = this.#runtime.clock();
    const isRecorded = key.last_used_at && now.getTime() - key.last_used_at.getTime() < lastUseIntervalMs;
    const isHashed = key.hash_key_id === this.#hashKeys.current.id;
    if (isRecorded && isHashed) return;
    const update = { $set: { ...(isHashed ? {} : hashKey(value, this.#hashKeys)), last_used_at: now } };
    if (key.last_used_at) await this.#in(mode, key).update({ _id: key.id }, update);
    else await this.#recordFirst(mode, key, update, address);
  }

  /** The first use has an entry in the journal: one, however many use the key at once. */
  async #recordFirst(mode: Mode, key: Owned<Key>, update: Filter, address: string): Promise<void> {
    const { id, name, workspace_id: workspaceId } = key;
    const system = createSystemCaller({ workspaceId, mode: 'live' }, 'auth', newId('req'));
    const caller = { ...system, actor: { type: 'key', id, name }, ...(address !== '' && { address }) } as const;
    await this.#runtime.journal.commit({ caller }, async (session) => {
      const isFirst = await this.#in(mode, key).update({ _id: id, last_used_at: null }, update, session);
      return { entries: isFirst ? [describeKey(key, 'first_used', `Key ${name} was used for the first time.`)] : [] };
    });
  }

  #in(mode: Mode, { workspace_id: workspaceId }: Owned<Key>) {
    return this.#collection.in({ workspaceId, mode });
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
