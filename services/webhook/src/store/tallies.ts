import type { Tenant } from '@plotline/kit/caller';
import { type Collection, recordSchema } from '@plotline/kit/mongo/collection';
import type { ServiceRuntime } from '@plotline/kit/process/runtime';
import type { ClientSession } from 'mongoose';
import type { TallyChange } from './tally-change.js';

/**
 * What the deliveries of a subscription came to; it has the subscription's id. Apart from the lane, which every event
 * touches: a transaction that counts here meets no other writer.
 */
export interface Tally {
  readonly id: string;
  readonly version: number;
  readonly successful: number;
  readonly failed: number;
  readonly last_triggered: Date | null;
}

const tallySchema = recordSchema({ successful: Number, failed: Number, last_triggered: Date });

export class Tallies {
  readonly #collection: Collection<Tally>;

  constructor(runtime: ServiceRuntime) {
    this.#collection = runtime.collection<Tally>({ name: 'tallies', schema: tallySchema, indexes: [] });
  }

  open(tenant: Tenant, id: string, session: ClientSession): Promise<void> {
    return this.#collection
      .in(tenant)
      .insert([{ id, version: 1, successful: 0, failed: 0, last_triggered: null }], session);
  }

  async close(tenant: Tenant, id: string, session: ClientSession): Promise<void> {
    await this.#collection.in(tenant).delete({ _id: id }, session);
  }

  getMany(tenant: Tenant, ids: readonly string[]): Promise<Tally[]> {
    return this.#collection.in(tenant).find({ _id: { $in: ids } });
  }

  /** Counts what came of deliveries, within the transaction that stores it. */
  async count(tenant: Tenant, id: string, change: TallyChange, session: ClientSession): Promise<void> {
    const { successful, failed, last_triggered } = change;
    const update = { $inc: { successful, failed }, $max: { last_triggered } };
    await this.#collection.in(tenant).update({ _id: id }, update, session);
  }
}
