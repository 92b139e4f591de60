import type { Scope } from '@plotline/kit/caller';
import type { Foundation } from '@plotline/kit/foundation';
import { type Collection, recordSchema } from '@plotline/kit/mongo/collection';
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

  constructor(foundation: Foundation) {
    this.#collection = foundation.collection<Tally>({ name: 'tallies', schema: tallySchema, indexes: [] });
  }

  open(scope: Scope, id: string, session: ClientSession): Promise<void> {
    return this.#collection
      .in(scope)
      .insert([{ id, version: 1, successful: 0, failed: 0, last_triggered: null }], session);
  }

  async close(scope: Scope, id: string, session: ClientSession): Promise<void> {
    await this.#collection.in(scope).delete({ _id: id }, session);
  }

  getMany(scope: Scope, ids: readonly string[]): Promise<Tally[]> {
    return this.#collection.in(scope).find({ _id: { $in: ids } });
  }

  /** Counts what came of deliveries, within the transaction that stores it. */
  async count(scope: Scope, id: string, change: TallyChange, session: ClientSession): Promise<void> {
    const { successful, failed, last_triggered } = change;
    const update = { $inc: { successful, failed }, $max: { last_triggered } };
    await this.#collection.in(scope).update({ _id: id }, update, session);
  }
}
