import { createBatcher } from '@plotline/kit/core/batcher';
import type { Tenant } from '@plotline/kit/core/caller';
import type { StoredSubscription } from '../../subscriptions/model/subscription.js';
import type { DueDelivery } from '../model/attempt-delivery.js';
import type { Delivery } from '../model/delivery.js';
import type { DeliveryOptions } from './lease-term.js';

/** Maximum number of workers of one workspace whose reads are combined. */
const maxBatch = 100;
/** Each worker waits for its own read. */
const maxQueued = 1_000;

/** Read that a worker requests. It reads the deliveries that are due longest, or a probe. */
interface DueQuery {
  readonly subscriptionId: string;
  readonly limit: number;
  /** Deliveries in progress. */
  readonly except: readonly string[];
  /**
   * Candidates for the probe. Only the first candidate that is due is read. If no candidate is due, the delivery that
   * has been due longest is read.
   */
  readonly probes?: readonly string[];
  /** Events of deliveries that are probably due. Their payloads are read at the same time as the deliveries. */
  readonly eventIds?: readonly string[];
}

interface Found {
  readonly deliveries: readonly Delivery[];
  /** Whether nothing else was due. */
  readonly isComplete: boolean;
  /** Probes whose schedule has ended. */
  readonly ended: readonly string[];
}

/** Due deliveries of a subscription in its current state. */
interface DueRead<S extends StoredSubscription> extends Omit<Found, 'deliveries'> {
  readonly subscription: S;
  readonly due: readonly DueDelivery[];
}

type Item = DueQuery & { readonly tenant: Tenant };

/** Reads the deliveries that workers attempt, without large payloads. Combines simultaneous reads of a workspace. */
export class DueReader<S extends StoredSubscription> {
  readonly #options: Pick<DeliveryOptions<S>, 'subscriptions' | 'deliveries' | 'events' | 'clock'>;
  readonly #readTogether: (item: Item) => Promise<ReadonlyMap<Item, DueRead<S> | null>>;

  constructor(options: Pick<DeliveryOptions<S>, 'subscriptions' | 'deliveries' | 'events' | 'clock'>) {
    this.#options = options;
    this.#readTogether = createBatcher<Item, ReadonlyMap<Item, DueRead<S> | null>>({
      key: ({ tenant: { mode, workspaceId } }) => `${mode} ${workspaceId}`,
      maxBatch,
      maxQueued,
      run: async (items) => {
        const [first] = items;
        return first ? this.#readAll(first.tenant, items) : new Map();
      },
    });
  }

  /** Reads the due deliveries of a subscription; null when it was deleted. */
  async read(tenant: Tenant, query: DueQuery): Promise<DueRead<S> | null> {
    const item = { ...query, tenant };
    return (await this.#readTogether(item)).get(item) ?? null;
  }

  async #readAll(tenant: Tenant, items: readonly Item[]): Promise<ReadonlyMap<Item, DueRead<S> | null>> {
    const ids = items.map(({ subscriptionId }) => subscriptionId);
    const expected = new Set(items.flatMap(({ eventIds = [] }) => eventIds));
    const { subscriptions: stored, events } = this.#options;
    const [subscriptions, found, early] = await Promise.all([
      stored.getMany(tenant, ids),
      this.#findAll(tenant, items),
      events.getReadAhead(tenant, [...expected]),
    ]);
    const wanted = [...found.values()].flatMap(({ deliveries }) => deliveries.map(({ event_id }) => event_id));
    const late = await events.getReadAhead(
      tenant,
      wanted.filter((id) => !expected.has(id)),
    );
    const contents = new Map([...early, ...late]);
    const read = async (item: Item): Promise<readonly [Item, DueRead<S> | null]> => {
      const subscription = subscriptions.get(item.subscriptionId);
      const { deliveries, isComplete = true, ended = [] } = found.get(item) ?? { deliveries: [] };
      if (!subscription) return [item, null];
      const current = await this.#leaveOutCancelled(tenant, subscription, deliveries);
      const due = current.map((delivery) => ({ delivery, content: contents.get(delivery.event_id) }));
      return [item, { subscription, due, isComplete, ended }];
    };
    return new Map(await Promise.all(items.map(read)));
  }

  async #findAll(tenant: Tenant, items: readonly Item[]): Promise<ReadonlyMap<Item, Found>> {
    const { deliveries, clock } = this.#options;
    const now = clock();
    const probes = await this.#findProbes(tenant, items, now);
    const begun = items.filter((item) => !probes.has(item) && item.except.length === 0);
    const together = begun.length > 1 ? await this.#findOfMany(tenant, begun, now) : new Map<Item, Found>();
    const find = async (item: Item): Promise<readonly [Item, Found]> => {
      const known = probes.get(item);
      const all = together.get(item);
      if (known?.deliveries.length) return [item, known];
      if (all) return [item, all];
      const limit = known ? 1 : item.limit;
      const found = await deliveries.findDue(tenant, item.subscriptionId, now, limit, item.except);
      return [item, { deliveries: found, isComplete: found.length < limit, ended: known?.ended ?? [] }];
    };
    return new Map(await Promise.all(items.map(find)));
  }

  /** Finds the probes that were requested, and their state. */
  async #findProbes(tenant: Tenant, items: readonly Item[], now: Date): Promise<ReadonlyMap<Item, Found>> {
    const asked = items.filter(({ probes }) => probes !== undefined);
    const ids = asked.flatMap(({ probes = [] }) => probes);
    const stored = ids.length > 0 ? await this.#options.deliveries.getMany(tenant, ids) : [];
    const byId = new Map(stored.map((delivery) => [delivery.id, delivery]));
    return new Map(
      asked.map((item) => {
        const { probes = [], subscriptionId } = item;
        const own = probes.map((id) => byId.get(id)).filter((delivery) => delivery?.webhook_id === subscriptionId);
        const due = own.find((delivery) => delivery?.due_at && delivery.due_at <= now);
        const ended = probes.filter((id) => !byId.get(id)?.due_at);
        return [item, { deliveries: due ? [due] : [], isComplete: false, ended }];
      }),
    );
  }

  /**
   * Reads for several workers together. Returns nothing if more deliveries are due than the workers want in total. In
   * that case, each worker reads its own deliveries, in order.
   */
  async #findOfMany(tenant: Tenant, items: readonly Item[], now: Date): Promise<ReadonlyMap<Item, Found>> {
    const limit = items.reduce((sum, item) => sum + item.limit, 0);
    const ids = items.map(({ subscriptionId }) => subscriptionId);
    const found = await this.#options.deliveries.findDueOfMany(tenant, ids, now, limit);
    if (found.length >= limit) return new Map();
    return new Map(
      items.map((item) => {
        const own = found.filter(({ webhook_id }) => webhook_id === item.subscriptionId);
        return [item, { deliveries: own, isComplete: true, ended: [] }];
      }),
    );
  }

  /** Cancels deliveries that were planned before the subscription became inactive. */
  async #leaveOutCancelled(tenant: Tenant, subscription: S, found: readonly Delivery[]): Promise<readonly Delivery[]> {
    const epoch = subscription.epoch;
    const due = subscription.active ? found.filter((delivery) => delivery.epoch >= epoch) : [];
    if (!subscription.active || due.length < found.length) {
      await this.#options.deliveries.cancelAttempts(tenant, subscription.id, epoch);
    }
    return due;
  }
}
