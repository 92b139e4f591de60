import type { Tenant } from '@plotline/kit/core/caller';
import { type Listed, type ListQuery, listRecords } from '@plotline/kit/store/lists/list';
import type { Collection } from '@plotline/kit/store/records/collection';
import type { ClientSession } from 'mongoose';
import type { Delivery, DeliveryStatus, DeliverySummary } from '../model/delivery.js';
import { type DeliveryFilter, planDeliveryList } from './delivery-list-plan.js';

/**
 * Excludes request and response bodies, which can take megabytes on one page. They are read only with a single
 * delivery.
 */
export const summaryProjection = { derived: 0, request: 0, 'attempts.response_body': 0 } as const;

/** Deliveries for lists and counts. */
export class DeliveryLog {
  readonly #collection: Collection<Delivery>;

  constructor(collection: Collection<Delivery>) {
    this.#collection = collection;
  }

  /**
   * Returns a page of the delivery log, without response bodies. Sorting by `timestamp` is the same as sorting by
   * `created_at`. `total` is the number of matches, if known.
   */
  async list(
    tenant: Tenant,
    webhookId: string,
    query: ListQuery & DeliveryFilter,
    total: number | null = null,
  ): Promise<Listed<DeliverySummary>> {
    const records = this.#collection.in(tenant);
    const plan = { ...(await planDeliveryList(records, webhookId, query)), ...(total !== null && { total }) };
    return listRecords(records, plan, { ...query, sort: 'created_at' }, { projection: summaryProjection });
  }

  /** Returns the existing deliveries with these ids, keyed by id and without response bodies. */
  async getSummaries(
    tenant: Tenant,
    webhookId: string,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, DeliverySummary>> {
    const filter = { _id: { $in: [...ids] }, webhook_id: webhookId };
    const found = await this.#collection.in(tenant).find(filter, { projection: summaryProjection });
    return new Map(found.map((delivery) => [delivery.id, delivery]));
  }

  /** Counts the deliveries in the log that succeeded and those that failed, within a transaction. */
  async countOutcomes(tenant: Tenant, webhookId: string, session: ClientSession) {
    const records = this.#collection.in(tenant);
    const count = (status: DeliveryStatus) =>
      records.count({ webhook_id: webhookId, status }, { hint: 'status', session });
    return { successful: await count('delivered'), failed: await count('failed') };
  }

  /** Returns the number of `pending` deliveries of each webhook. Omits webhooks without such deliveries. */
  async countPending(tenant: Tenant, webhookIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#collection
      .in(tenant)
      .aggregate<{ _id: string; count: number }>([
        { $match: { webhook_id: { $in: [...webhookIds] }, status: 'pending' } },
        { $group: { _id: '$webhook_id', count: { $sum: 1 } } },
      ]);
    return new Map(rows.map(({ _id, count }) => [_id, count]));
  }
}
