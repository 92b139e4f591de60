import { randomUUID } from 'node:crypto';
import type { Mode } from '../core/caller.js';
import { realTime, type Time } from '../core/time.js';
import type { Databases } from './connection/connect.js';
import { type DeclaredCollection, isDuplicateKey } from './indexes.js';

/** Collection of the leases, for the migration job. */
export const leaseCollection: DeclaredCollection = { name: 'leases', indexes: [], reset: 'kept' };

interface LeaseRecord {
  readonly _id: string;
  readonly holder: string;
  readonly until: Date;
}

/**
 * Lets one replica of a service at a time run a periodic task. A lease that is lost early costs double work, but no
 * data.
 */
export class Lease {
  readonly #databases: Databases;
  readonly #holder = randomUUID();
  readonly #ttlSeconds: number;
  readonly #time: Time;

  constructor(databases: Databases, ttlSeconds = 6, time: Time = realTime) {
    this.#databases = databases;
    this.#ttlSeconds = ttlSeconds;
    this.#time = time;
  }

  /** Acquires or renews the named lease; returns false when another process holds it. */
  async acquire(mode: Mode, name: string, ttlSeconds = this.#ttlSeconds): Promise<boolean> {
    const now = new Date(this.#time.now());
    const until = new Date(now.getTime() + ttlSeconds * 1_000);
    try {
      const found = await this.#databases[mode]
        .collection<LeaseRecord>(leaseCollection.name)
        .findOneAndUpdate(
          { _id: name, $or: [{ holder: this.#holder }, { until: { $lt: now } }] },
          { $set: { holder: this.#holder, until } },
          { upsert: true, returnDocument: 'after' },
        );
      return found?.holder === this.#holder;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  /**
   * Runs `work` if the lease can be acquired, renews the lease meanwhile, and gives it up afterwards. Resolves to
   * whether it was acquired. `work` must check `isHeld` before each step, because a renewal may fail or come late.
   */
  async whileHeld(
    mode: Mode,
    name: string,
    ttlSeconds: number,
    work: (isHeld: () => boolean) => Promise<void>,
  ): Promise<boolean> {
    let heldUntil = 0;
    const renew = async () => {
      const until = this.#time.now() + ttlSeconds * 1_000;
      heldUntil = (await this.acquire(mode, name, ttlSeconds)) ? until : 0;
      return heldUntil > 0;
    };
    if (!(await renew())) return false;
    let renewing: Promise<unknown> = Promise.resolve();
    // A failed renewal leaves the lease as it is, so that it expires.
    const renewInTurn = () => {
      renewing = renewing.then(renew).catch(() => undefined);
    };
    const timer = this.#time.setInterval(renewInTurn, (ttlSeconds * 1_000) / 3);
    try {
      await work(() => this.#time.now() < heldUntil);
    } finally {
      timer.cancel();
      await renewing;
      await this.#giveUp(mode, name).catch(() => undefined);
    }
    return true;
  }

  async #giveUp(mode: Mode, name: string): Promise<void> {
    const leases = this.#databases[mode].collection<LeaseRecord>('leases');
    await leases.updateOne({ _id: name, holder: this.#holder }, { $set: { until: new Date(0) } });
  }
}
