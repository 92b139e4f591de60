import { randomUUID } from 'node:crypto';
import type { Mode } from '../core/caller.js';
import { realTime, type Time } from '../core/time.js';
import type { Logger } from '../telemetry/log.js';
import type { Databases } from './connection/connect.js';
import { type DeclaredCollection, isDuplicateKey } from './indexes.js';

/** Collection of the leases, for the migration job. */
export const leaseCollection: DeclaredCollection = { name: 'leases', indexes: [], reset: 'kept' };

interface LeaseRecord {
  readonly _id: string;
  readonly holder: string;
  readonly until: Date;
}

/** Time for which a holder keeps a lease without renewing it. */
const defaultTtlSeconds = 6;
const pollIntervalMs = 500;

/** Work under a lease. It calls `isHeld` before each step, because a renewal may fail or come late. */
export type HeldWork<T> = (isHeld: () => boolean) => Promise<T>;

/**
 * Lets one holder at a time work under a name. A holder is one piece of work in one replica of a service. If a lease is
 * lost early, work is done twice, but no data is lost.
 */
export class Lease {
  readonly #databases: Databases;
  readonly #log: Pick<Logger, 'info'>;
  readonly #time: Time;

  constructor(databases: Databases, log: Pick<Logger, 'info'>, time: Time = realTime) {
    this.#databases = databases;
    this.#log = log;
    this.#time = time;
  }

  /**
   * Runs `work` if the lease is free. Renews the lease during the work and releases it afterwards. Resolves to the
   * work's result, or to null if a different holder has the lease.
   */
  async whileHeld<T>(
    mode: Mode,
    name: string,
    work: HeldWork<T>,
    ttlSeconds = defaultTtlSeconds,
  ): Promise<{ readonly result: T } | null> {
    const holder = randomUUID();
    let heldUntil = 0;
    const renew = async () => {
      const until = new Date(this.#time.now() + ttlSeconds * 1_000);
      heldUntil = (await this.acquire(mode, name, { holder, until })) ? until.getTime() : 0;
    };
    await renew();
    if (heldUntil === 0) return null;
    let renewing: Promise<unknown> = Promise.resolve();
    // A failed renewal doesn't change the lease, so the lease expires.
    const renewInTurn = () => {
      renewing = renewing.then(renew).catch(() => undefined);
    };
    const timer = this.#time.setInterval(renewInTurn, (ttlSeconds * 1_000) / 3);
    try {
      return { result: await work(() => this.#time.now() < heldUntil) };
    } finally {
      timer.cancel();
      await renewing;
      await this.#giveUp(mode, name, holder).catch(() => undefined);
    }
  }

  /**
   * Waits until the lease is free, and then runs `work` as `whileHeld` does. The current holder may be other work of
   * this process.
   */
  async whenFree<T>(mode: Mode, name: string, work: HeldWork<T>): Promise<T> {
    for (let hasWaited = false; ; hasWaited = true) {
      const held = await this.whileHeld(mode, name, work);
      if (held) return held.result;
      if (!hasWaited) this.#log.info({ mode, lease: name }, 'waiting for the lease');
      await this.#time.sleep(pollIntervalMs);
    }
  }

  /** Acquires or renews a lease. Resolves to false if a different holder has it. */
  protected async acquire(mode: Mode, name: string, { holder, until }: Omit<LeaseRecord, '_id'>): Promise<boolean> {
    const isAvailable = { $or: [{ holder }, { until: { $lt: new Date(this.#time.now()) } }] };
    try {
      const options = { upsert: true, returnDocument: 'after' } as const;
      const found = await this.#leases(mode).findOneAndUpdate(
        { _id: name, ...isAvailable },
        { $set: { holder, until } },
        options,
      );
      return found?.holder === holder;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  async #giveUp(mode: Mode, name: string, holder: string): Promise<void> {
    await this.#leases(mode).updateOne({ _id: name, holder }, { $set: { until: new Date(0) } });
  }

  #leases(mode: Mode) {
    return this.#databases[mode].collection<LeaseRecord>(leaseCollection.name);
  }
}
