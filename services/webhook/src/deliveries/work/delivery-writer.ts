import { createBatcher } from '@plotline/kit/core/batcher';
import { createSystemCaller, type Tenant } from '@plotline/kit/core/caller';
import { newId } from '@plotline/kit/core/ids';
import type { StoredSubscription } from '../../subscriptions/model/subscription.js';
import { type DeliveryChange, isExhausted, recordAttempt } from '../model/delivery.js';
import type { AttemptedDelivery } from '../store/deliveries.js';
import type { EndpointQueue } from '../store/endpoint-queue.js';
import type { LeaseEnd } from '../store/lease-ends.js';
import type { DeliveryOptions } from './lease-term.js';

/** Maximum number of outcomes stored in one batch, and of leases ended in one batch. */
const maxBatch = 100;
/** Each worker waits for its own writes, which limits the number of waiting writes. */
const maxQueued = 20_000;
const recordTimeoutMs = 3_000;

/** Stores the results of workers. Writes of several workers of a workspace are combined into one. */
export interface DeliveryWriter {
  /** Stores an outcome. Resolves to the change; undefined when the delivery was deleted. */
  record(tenant: Tenant, attempted: AttemptedDelivery): Promise<DeliveryChange | undefined>;
  /** Ends a lease. Resolves to the current queue if the lease continues, otherwise to undefined. */
  endLease(tenant: Tenant, end: LeaseEnd): Promise<EndpointQueue | undefined>;
  /** Deletes the remaining data of a deleted subscription. */
  deleteQueue(tenant: Tenant, id: string): Promise<void>;
}

function toKey({ mode, workspaceId }: Tenant): string {
  return `${mode} ${workspaceId}`;
}

/**
 * Returns a key. Writes with the same key are combined. A subscription that is about to be disabled has its own key,
 * because its write may fail.
 */
function toOutcomeKey(tenant: Tenant, { delivery, outcome }: AttemptedDelivery): string {
  const isLast = isExhausted({ before: delivery, after: recordAttempt(delivery, outcome) });
  return isLast ? `${toKey(tenant)} ${delivery.webhook_id}` : toKey(tenant);
}

export function createDeliveryWriter<S extends StoredSubscription>({
  recordOutcomes,
  queues,
  deliveries,
  counters,
}: Pick<DeliveryOptions<S>, 'recordOutcomes' | 'queues' | 'deliveries' | 'counters'>): DeliveryWriter {
  const record = createBatcher<
    { readonly tenant: Tenant; readonly attempted: AttemptedDelivery },
    ReadonlyMap<string, DeliveryChange>
  >({
    key: ({ tenant, attempted }) => toOutcomeKey(tenant, attempted),
    maxBatch,
    maxQueued,
    run: async (items) => {
      const [first] = items;
      if (!first) return new Map();
      const caller = createSystemCaller(first.tenant, 'webhook', newId('req'), { budgetMs: recordTimeoutMs });
      const changes = await recordOutcomes(
        { caller },
        items.map(({ attempted }) => attempted),
      );
      return new Map(changes.map((change) => [change.after.id, change]));
    },
  });
  const end = createBatcher<{ readonly tenant: Tenant; readonly end: LeaseEnd }, ReadonlyMap<string, EndpointQueue>>({
    key: ({ tenant }) => toKey(tenant),
    maxBatch,
    maxQueued,
    run: async (items) => {
      const [first] = items;
      if (!first) return new Map();
      return queues.endLeases(
        first.tenant,
        items.map((item) => item.end),
      );
    },
  });
  return {
    record: async (tenant, attempted) => (await record({ tenant, attempted })).get(attempted.delivery.id),
    endLease: async (tenant, lease) => (await end({ tenant, end: lease })).get(lease.queue.id),
    deleteQueue: async (tenant, id) => {
      await deliveries.deleteAll(tenant, id);
      await counters.delete(tenant, id);
      // The queue must be deleted last, so that it is still due after an interruption.
      await queues.delete(tenant, id);
    },
  };
}
