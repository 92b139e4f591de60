import type { Tenant } from '@plotline/kit/core/caller';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Collection } from '@plotline/kit/store/records/collection';
import { createRecordSchema } from '@plotline/kit/store/records/record-model';
import type { ClientSession } from 'mongoose';
import type { Counter, CounterChange } from '../model/counter.js';

/**
 * Counter for each subscription. It is a separate record because every event updates the endpoint queue: a transaction
 * that counts outcomes does not conflict with those updates.
 */
export class Counters {
  readonly #collection: Collection<Counter>;

  constructor(runtime: ServiceRuntime, name: string) {
    this.#collection = runtime.collection<Counter>({
      name,
      schema: createRecordSchema({ successful: Number, failed: Number, last_triggered: Date }),
      indexes: [],
      reset: 'kept',
    });
  }

  create(tenant: Tenant, id: string, session: ClientSession): Promise<void> {
    const counter: Counter = { id, version: 1, successful: 0, failed: 0, last_triggered: null };
    return this.#collection.in(tenant).insert([counter], session);
  }

  async delete(tenant: Tenant, id: string): Promise<void> {
    await this.#collection.in(tenant).delete({ _id: id });
  }

  get(tenant: Tenant, id: string, session: ClientSession): Promise<Counter | null> {
    return this.#collection.in(tenant).get(id, session);
  }

  getMany(tenant: Tenant, ids: readonly string[]): Promise<Counter[]> {
    return this.#collection.in(tenant).find({ _id: { $in: ids } });
  }

  /**
   * Locks a counter in a transaction before the deliveries are counted: outcomes that are recorded meanwhile conflict,
   * and are recorded after it. Resolves to the counter; null when the subscription was deleted.
   */
  lock(tenant: Tenant, id: string, session: ClientSession): Promise<Counter | null> {
    return this.#collection.in(tenant).findAndUpdate({ _id: id }, { $inc: { version: 1 } }, { session });
  }

  async correct(
    tenant: Tenant,
    id: string,
    counted: Pick<Counter, 'successful' | 'failed'> & Partial<Counter>,
    session: ClientSession,
  ): Promise<void> {
    await this.#collection.in(tenant).update({ _id: id }, { $set: counted }, session);
  }

  /** Adds the changes, by the ids of the counters, in the transaction that stores the outcomes. */
  async applyAll(tenant: Tenant, changes: ReadonlyMap<string, CounterChange>, session: ClientSession): Promise<void> {
    // In a fixed order: two transactions that wait for each other's counters would fail.
    const inOrder = [...changes].toSorted(([one], [next]) => (one < next ? -1 : 1));
    const updates = inOrder.map(([id, { successful, failed, last_triggered }]) => ({
      filter: { _id: id },
      update: { $inc: { successful, failed }, $max: { last_triggered } },
    }));
    await this.#collection.in(tenant).updateEach(updates, session);
  }
}
