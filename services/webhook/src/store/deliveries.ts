import type { Tenant } from '@plotline/kit/caller';
import type { Collection } from '@plotline/kit/mongo/collection';
import { isDuplicateKey } from '@plotline/kit/mongo/indexes';
import { type Listed, type ListQuery, listRecords } from '@plotline/kit/mongo/list';
import { runInTransaction } from '@plotline/kit/mongo/transaction';
import type { ServiceRuntime } from '@plotline/kit/process/runtime';
import type { ClientSession } from 'mongoose';
import { type Concluded, conclude, type Delivery, type Outcome, redact } from '../domain/delivery.js';
import { deliveryIndexes, deliverySchema } from './delivery-schema.js';
import type { Tallies } from './tallies.js';
import { tallyChange } from './tally-change.js';

export interface DeliveryQuery extends ListQuery {
  readonly status?: readonly string[];
  readonly event?: readonly string[];
}

/** An attempt's outcome with the delivery that it was made for. */
export interface Settled {
  readonly delivery: Delivery;
  readonly outcome: Outcome;
}

/** An index on a field gives the order of the list for one of its values only. */
function listIndex({ status, event }: DeliveryQuery): string {
  if (status?.length === 1) return 'status';
  return event?.length === 1 ? 'event' : 'created_at';
}

const settleWithinMs = 3_000;
const withoutPayload = { index: 0, payload: 0 } as const;
const dueOnly = { due_at: { $exists: true } } as const;

/** Deliveries: planned, attempted, concluded. */
export class Deliveries {
  readonly #collection: Collection<Delivery>;
  readonly #runtime: ServiceRuntime;
  readonly #tallies: Tallies;

  constructor(runtime: ServiceRuntime, tallies: Tallies) {
    this.#runtime = runtime;
    this.#tallies = tallies;
    this.#collection = runtime.collection<Delivery>({
      name: 'deliveries',
      schema: deliverySchema,
      indexes: deliveryIndexes,
    });
  }

  /** Stores new deliveries; those that its subscriptions have already are left as they are. */
  async add(tenant: Tenant, deliveries: readonly Delivery[]): Promise<void> {
    try {
      await this.#collection.in(tenant).insert(deliveries);
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      if (deliveries.length > 1) for (const delivery of deliveries) await this.add(tenant, [delivery]);
    }
  }

  get(tenant: Tenant, subscriptionId: string, id: string): Promise<Delivery | null> {
    return this.#collection.in(tenant).findOne({ _id: id, subscription_id: subscriptionId });
  }

  /** What may be attempted now, longest due first. */
  due(tenant: Tenant, subscriptionId: string, now: Date, limit: number): Promise<Delivery[]> {
    return this.#collection
      .in(tenant)
      .find(
        { subscription_id: subscriptionId, due_at: { $exists: true, $lte: now } },
        { sort: { due_at: 1, _id: 1 }, limit, hint: 'due' },
      );
  }

  /** When the subscription's next attempt is due; null when none is planned. */
  async nextDue(tenant: Tenant, subscriptionId: string): Promise<Date | null> {
    const [first] = await this.#collection
      .in(tenant)
      .find(
        { subscription_id: subscriptionId, ...dueOnly },
        { sort: { due_at: 1, _id: 1 }, limit: 1, hint: 'due', projection: withoutPayload },
      );
    return first?.due_at ?? null;
  }

  /** Stores what came of attempts, and counts it, all or nothing. Resolves to the deliveries that are still there. */
  settle(tenant: Tenant, subscriptionId: string, settled: readonly Settled[]): Promise<Concluded[]> {
    const connection = this.#runtime.databases[tenant.mode];
    return runInTransaction(connection, Date.now() + settleWithinMs, async (session) => {
      const concluded: Concluded[] = [];
      for (const { delivery, outcome } of settled) {
        const change = await this.#conclude(tenant, delivery, outcome, session);
        if (change) concluded.push(change);
      }
      const change = tallyChange(concluded);
      if (change) await this.#tallies.count(tenant, subscriptionId, change, session);
      return concluded;
    });
  }

  /** Under a version check: somebody may have asked for the delivery again while it was under way. */
  async #conclude(tenant: Tenant, delivery: Delivery, outcome: Outcome, session: ClientSession) {
    const records = this.#collection.in(tenant);
    for (let before: Delivery | null = delivery; before; before = await records.get(delivery.id, session)) {
      const after = conclude(before, outcome);
      const { status, remaining, attempts, due_at } = after;
      const update = {
        $set: { status, remaining, attempts, ...(due_at ? { due_at } : {}) },
        $unset: { resumes_at: true, ...(due_at ? {} : { due_at: true }) },
        $inc: { version: 1 },
      };
      if (await records.update({ _id: before.id, version: before.version }, update, session)) return { before, after };
    }
    return null;
  }

  /** Applies a decision about when a delivery is due; false when the delivery was changed meanwhile. */
  reschedule(tenant: Tenant, { id, version, due_at, resumes_at }: Delivery): Promise<boolean> {
    const update = { $set: { due_at, ...(resumes_at === undefined ? {} : { resumes_at }) }, $inc: { version: 1 } };
    return this.#collection.in(tenant).update({ _id: id, version }, update);
  }

  /** No further attempt of anything that is planned for a subscription. */
  async unschedule(tenant: Tenant, subscriptionId: string): Promise<void> {
    const update = { $unset: { due_at: true, resumes_at: true }, $inc: { version: 1 } };
    await this.#collection.in(tenant).updateMany({ subscription_id: subscriptionId, ...dueOnly }, update);
  }

  /**
   * Takes the personal data out of up to `limit` of the deliveries that carry a lead's; resolves to how many it found.
   * Those that were changed meanwhile are found again.
   */
  async redactBatch(tenant: Tenant, leadId: string, now: Date, limit: number): Promise<number> {
    const records = this.#collection.in(tenant);
    const found = await records.find({ lead_id: leadId }, { limit, hint: 'lead' });
    for (const delivery of found) {
      const { id, version } = delivery;
      const { payload, attempts, erased_at } = redact(delivery, now);
      const update = { $set: { payload, attempts, erased_at }, $unset: { lead_id: true }, $inc: { version: 1 } };
      await records.update({ _id: id, version }, update);
    }
    return found.length;
  }

  /** Removes a subscription's whole log. */
  async removeAll(tenant: Tenant, subscriptionId: string): Promise<void> {
    await this.#collection.in(tenant).delete({ subscription_id: subscriptionId });
  }

  /** The log of a subscription; however the query calls it, the order is by the time when an event was taken up. */
  list(tenant: Tenant, subscriptionId: string, query: DeliveryQuery): Promise<Listed<Delivery>> {
    const { status, event } = query;
    const filter = {
      subscription_id: subscriptionId,
      ...(status && { status: { $in: status } }),
      ...(event && { event: { $in: event } }),
    };
    return listRecords(
      this.#collection.in(tenant),
      filter,
      { ...query, sort: 'created_at' },
      { hint: listIndex(query) },
    );
  }

  /** Deliveries of which no attempt has ended yet, by subscription; none is absent. */
  async countPending(tenant: Tenant, subscriptionIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#collection
      .in(tenant)
      .aggregate<{ _id: string; count: number }>([
        { $match: { subscription_id: { $in: [...subscriptionIds] }, status: 'pending' } },
        { $group: { _id: '$subscription_id', count: { $sum: 1 } } },
      ]);
    return new Map(rows.map(({ _id, count }) => [_id, count]));
  }
}
