import { createSystemCaller, type Mode } from '@plotline/kit/core/caller';
import { newId } from '@plotline/kit/core/ids';
import type { Keyring } from '@plotline/kit/core/secrets';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Collection } from '@plotline/kit/store/records/collection';
import type { Filter, Owned } from '@plotline/kit/store/records/records';
import { hashSecretByEach } from '../../directory/store/hashing.js';
import { liveTenant } from '../../directory/store/tenants.js';
import type { Key } from '../model/key.js';
import { describeKey, hashKey } from './key-collection.js';

/** Minimum time between two writes of a key's last use. */
const lastUseIntervalMs = 30_000;

/** A key that a request used, and the client's address, which is empty if unknown. */
export interface KeyUse {
  readonly key: Owned<Key>;
  readonly value: string;
  readonly address: string;
}

/** Finds API keys by their values and records their uses. */
export class KeyUsage {
  readonly #collection: Collection<Key>;
  readonly #runtime: ServiceRuntime;
  readonly #hashKeys: Keyring;

  constructor(runtime: ServiceRuntime, collection: Collection<Key>, hashKeys: Keyring) {
    this.#runtime = runtime;
    this.#collection = collection;
    this.#hashKeys = hashKeys;
  }

  /** Finds keys of that mode in any workspace by their values. The values identify the workspaces. */
  async find(mode: Mode, values: readonly string[]): Promise<ReadonlyMap<string, Owned<Key>>> {
    if (values.length === 0) return new Map();
    const valueOfHash = new Map<string, string>();
    for (const value of values)
      for (const hash of hashSecretByEach(value, this.#hashKeys)) valueOfHash.set(hash, value);
    const keys = await this.#collection.acrossWorkspaces(mode).find({ hash: { $in: [...valueOfHash.keys()] } });
    return new Map(keys.map((key) => [valueOfHash.get(key.hash) ?? '', key]));
  }

  /**
   * Stores the time of each use, unless a use was stored less than `lastUseIntervalMs` ago. If the stored hash uses an
   * older secret, also stores a hash with the current secret.
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

  /** Returns the update that stores a use, or null if there is nothing to store. */
  #describe({ key, value }: KeyUse, now: Date): Filter | null {
    const isRecorded = key.last_used_at && now.getTime() - key.last_used_at.getTime() < lastUseIntervalMs;
    const isHashed = key.hash_key_id === this.#hashKeys.current.id;
    if (isRecorded && isHashed) return null;
    return { $set: { ...(isHashed ? {} : hashKey(value, this.#hashKeys)), last_used_at: now } };
  }

  /** Records the first use with one journal entry, even if several uses happen at the same time. */
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

  /**
   * Counts the working keys of a mode whose hash uses the current secret, and the keys whose hash uses an older one.
   */
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
