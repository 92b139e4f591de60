import { hash } from 'node:crypto';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import { isDuplicateKey } from '@plotline/kit/store/indexes';
import type { Collection } from '@plotline/kit/store/records/collection';
import { retryOnConflict } from '@plotline/kit/store/records/guarded-update';
import { createRecordSchema } from '@plotline/kit/store/records/record-model';
import { directory } from '../../directory/store/tenants.js';
import type { FailureCount } from '../model/attempt-limits.js';

interface StoredCount {
  readonly id: string;
  readonly version: number;
  readonly failures: number;
  readonly reset_at: Date;
}

const schema = createRecordSchema({ failures: Number, reset_at: Date });

/** Hashes a key, because keys contain addresses and accounts, which must not be stored. */
function toId(key: string): string {
  return `count_${hash('sha256', key, 'base64url')}`;
}

/**
 * Counts failed attempts and limited requests by key, in windows that begin with the first failure. The counts are in
 * the database, so that all processes share them. RateLimiterMongo isn't used, because it uses the machine's clock,
 * which tests can't move, and lets counts fall below zero.
 */
export class Failures {
  readonly #collection: Collection<StoredCount>;
  readonly #runtime: ServiceRuntime;

  constructor(runtime: ServiceRuntime) {
    this.#runtime = runtime;
    this.#collection = runtime.collection<StoredCount>({
      name: 'failures',
      schema,
      indexes: [{ name: 'expiry', keys: { reset_at: 1 }, expireAfterSeconds: 60 }],
    });
  }

  /** Returns the counts of the keys, in the order of the keys. A key without recent failures has 0. */
  async read(keys: readonly string[]): Promise<readonly FailureCount[]> {
    const now = this.#runtime.clock();
    const filter = { _id: { $in: keys.map(toId) }, reset_at: { $gt: now } };
    const found = await this.#collection.in(directory).find(filter);
    const byId = new Map(found.map((one) => [one.id, one]));
    return keys.map((key) => {
      const { failures = 0, reset_at = now } = byId.get(toId(key)) ?? {};
      return { failures, resetAt: reset_at };
    });
  }

  /** Counts a failure for each key. Opens a window of `windowMs` if none is open. Resolves to the new counts. */
  add(keys: readonly string[], windowMs: number): Promise<readonly FailureCount[]> {
    return Promise.all(
      keys.map((key) => retryOnConflict(() => this.#add(toId(key), windowMs), { isConflict: isDuplicateKey })),
    );
  }

  /** Subtracts an attempt that was counted in advance and then didn't fail. */
  async forgive(key: string): Promise<void> {
    await this.#collection.in(directory).update({ _id: toId(key), failures: { $gt: 0 } }, { $inc: { failures: -1 } });
  }

  /** Clears the failures of a key. */
  async clear(key: string): Promise<void> {
    await this.#collection.in(directory).delete({ _id: toId(key) });
  }

  async #add(id: string, windowMs: number): Promise<FailureCount> {
    const records = this.#collection.in(directory);
    const now = this.#runtime.clock();
    const counted = await records.findAndUpdate({ _id: id, reset_at: { $gt: now } }, { $inc: { failures: 1 } });
    if (counted) return { failures: counted.failures, resetAt: counted.reset_at };
    const resetAt = new Date(now.getTime() + windowMs);
    const first = { failures: 1, reset_at: resetAt };
    const isRestarted = await records.update({ _id: id, reset_at: { $lte: now } }, { $set: first });
    // If two processes open the window at the same time, the slower one finds it on its next attempt.
    if (!isRestarted) await records.insert([{ id, version: 1, ...first }]);
    return { failures: 1, resetAt };
  }
}
