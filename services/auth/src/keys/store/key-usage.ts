import { createSystemCaller, type Mode } from '@plotline/kit/core/caller';
import { newId } from '@plotline/kit/core/ids';
import type { Keyring } from '@plotline/kit/core/keyring';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Collection } from '@plotline/kit/store/records/collection';
import type { Filter, Owned } from '@plotline/kit/store/records/records';
import { hashSecretByEach } from '../../directory/store/hashing.js';
import { liveTenant } from '../../directory/store/tenants.js';
import type { Key } from '../model/key.js';
import { describeKey, hashKey } from './key-collection.js';

/** The last use of a key is stored at most this often. */
const lastUseIntervalMs = 30_000;

/** A key that was presented, and from which address; empty when that is not known. */
export interface KeyUse {
  readonly key: Owned<Key>;
  readonly value: string;
  readonly address: string;
}

/** API keys as they are used: found by their values, their uses recorded. */
export class KeyUsage {
  readonly #collection: Collection<Key>;
  readonly #runtime: ServiceRuntime;
  readonly #hashKeys: Keyring;

  constructor(runtime: ServiceRuntime, collection: Collection<Key>, hashKeys: Keyring) {
    this.#runtime = runtime;
    this.#collection = collection;
    this.#hashKeys = hashKeys;
  }

  /** The keys of those values in that mode, of any workspace, by value: a value identifies the workspace. */
  async find(mode: Mode, values: readonly string[]): Promise<ReadonlyMap<string, Owned<Key>>> {
    if (values.length === 0) return new Map();
    const valueOfHash = new Map<string, string>();
    for (const value of values)
      for (const hash of hashSecretByEach(value, this.#hashKeys)) valueOfHash.set(hash, value);
    const keys = await this.#collection.acrossWorkspaces(mode).find({ hash: { $in: [...valueOfHash.keys()] } });
    return new Map(keys.map((key) => [valueOfHash.get(key.hash) ?? '', key]));
  }

  /**
   * Stores the time of each use, unless one was stored less than `lastUseIntervalMs` ago, and a hash of the key's value with the
   * current secret, unless it is stored.
   */
  async record(mode: Mode, uses: readonly KeyUse[]): Promise<void> {
    const now = this.#runtime.clock();
    const due = uses.flatMap((use) => {
      const update = this.#describe(use, now);
      return update ? { ...use, update } : [];
    });
    const updates = due
      .filter(({ key }) => key.last_used_at)
      .map(({ key: { id, workspace_id }, update }) => ({ filter: { _id: id, workspace_id }, update }));
    const firsts = due.filter(({ key }) => !key.last_used_at);
    await Promise.all([
      this.#collection.acrossWorkspaces(mode).updateEach(updates),
      ...firsts.map(({ update, ...use }) => this.#recordFirst(mode, use, update)),
    ]);
  }

  /** What is to be stored of a use; null for nothing. */
  #describe({ key, value }: KeyUse, now: Date): Filter | null {
    const isRecorded = key.last_used_at && now.getTime() - key.last_used_at.getTime() < lastUseIntervalMs;
    const isHashed = key.hash_key_id === this.#hashKeys.current.id;
    if (isRecorded && isHashed) return null;
    return { $set: { ...(isHashed ? {} : hashKey(value, this.#hashKeys)), last_used_at: now } };
  }

  /** The first use has an entry in the journal: one, however many use the key at once. */
  async #recordFirst(mode: Mode, { key, address }: KeyUse, update: Filter): Promise<void> {
    const { id, name, workspace_id: workspaceId } = key;
    const system = createSystemCaller(liveTenant(workspaceId), 'auth', newId('req'));
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
