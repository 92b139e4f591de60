import { randomUUID } from 'node:crypto';
import type { Mode } from '../caller.js';
import type { Databases } from '../mongo/connect.js';
import { isDuplicateKey } from '../mongo/indexes.js';

interface LeaseRecord {
  readonly _id: string;
  readonly holder: string;
  readonly until: Date;
}

/** Lets one replica of a service run a periodic task at a time. A lease that is lost early costs double work, not data. */
export class Lease {
  readonly #databases: Databases;
  readonly #holder = randomUUID();
  readonly #ttlSeconds: number;

  constructor(databases: Databases, ttlSeconds = 6) {
    this.#databases = databases;
    this.#ttlSeconds = ttlSeconds;
  }

  /** Acquires or renews the named lease; false when another process holds it. */
  async acquire(mode: Mode, name: string): Promise<boolean> {
    const now = new Date();
    const until = new Date(now.getTime() + this.#ttlSeconds * 1_000);
    try {
      const found = await this.#databases[mode]
        .collection<LeaseRecord>('leases')
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
}
