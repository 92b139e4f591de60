import type { Tenant } from '@plotline/kit/core/caller';
import { newId } from '@plotline/kit/core/ids';
import type { Clock } from '@plotline/kit/core/time';
import type { ShouldContinue } from '@plotline/kit/tasks/periodic-task';
import type { Channel } from '../../context.js';
import type { EventSummary } from '../../events/model/recorded-event.js';
import { isSubscribedTo } from '../../subscriptions/model/recording-start.js';
import type { StoredSubscription, Subscription } from '../../subscriptions/model/subscription.js';
import { type Delivery, recordOnly, scheduleDelivery } from '../model/delivery.js';

/**
 * Number of deliveries that are inserted in one batch. A batch may exceed it by the deliveries of one more
 * subscription.
 */
const maxChunk = 500;

interface PlanOptions {
  readonly shouldContinue?: ShouldContinue;
  /** Work that must end before deliveries are attempted. */
  readonly preparing?: Promise<unknown>;
}

/** Deliveries that are planned together, with their subscriptions. */
interface Chunk {
  readonly subscriptions: Map<string, Subscription>;
  readonly deliveries: Delivery[];
}

/** Creates the delivery of the event for a subscription. The delivery isn't due if the subscription is disabled. */
function createDelivery({ id, event, lead_id }: EventSummary, subscription: Subscription, now: Date): Delivery {
  const lead = lead_id === undefined ? {} : { lead_id };
  const origin = { webhook_id: subscription.id, event_id: id, event, ...lead };
  const create = subscription.active ? scheduleDelivery : recordOnly;
  return create({ ...origin, epoch: subscription.epoch }, newId('dlv'), now);
}

/** Yields the deliveries of all events to all subscribers, created on demand. */
function* createChunks(
  events: readonly EventSummary[],
  subscriptions: readonly Subscription[],
  clock: Clock,
): Generator<Chunk> {
  let now = clock();
  let chunk: Chunk = { subscriptions: new Map(), deliveries: [] };
  for (const subscription of subscriptions) {
    for (const planned of events) {
      if (!isSubscribedTo(subscription, planned)) continue;
      chunk.subscriptions.set(subscription.id, subscription);
      chunk.deliveries.push(createDelivery(planned, subscription, now));
    }
    if (chunk.deliveries.length < maxChunk) continue;
    yield chunk;
    now = clock();
    chunk = { subscriptions: new Map(), deliveries: [] };
  }
  if (chunk.deliveries.length > 0) yield chunk;
}

/**
 * Returns the subscriptions that have become active. They are active now, and were inactive when they were read, or
 * have been switched off and on since then.
 */
function findActivated(planned: ReadonlyMap<string, Subscription>, current: ReadonlyMap<string, Subscription>) {
  return [...current.values()].filter((subscription) => {
    const before = planned.get(subscription.id);
    return subscription.active && !(before?.active && before.epoch === subscription.epoch);
  });
}

/**
 * Handles subscriptions that were switched off and on between reading them and inserting their deliveries. These
 * deliveries belong to an epoch that has ended. Plans them again, if their events are recent enough, until no
 * subscription has changed since the last check. If a subscription is switched later, the switch finds the deliveries.
 *
 * If an earlier call was interrupted (`areNew` is false), it didn't reach this check, and its deliveries may also
 * belong to an epoch that has ended. So every active subscription is treated as switched.
 */
async function followSwitches<S extends StoredSubscription>(
  { deliveries, queues, dispatcher, subscriptions: stored, clock }: Channel<S>,
  tenant: Tenant,
  { subscriptions, deliveries: planned }: Chunk,
  events: readonly EventSummary[],
  areNew: boolean,
): Promise<void> {
  const byId = new Map(events.map((event) => [event.id, event]));
  let known: ReadonlyMap<string, Subscription> = areNew ? subscriptions : new Map();
  for (;;) {
    const current = await stored.getMany(tenant, [...subscriptions.keys()]);
    const activated = findActivated(known, current);
    if (activated.length === 0) return;
    for (const subscription of activated) {
      const eventIds = planned
        .filter(({ webhook_id }) => webhook_id === subscription.id)
        .filter(({ event_id, event }) => isSubscribedTo(subscription, { ...byId.get(event_id), event }))
        .map(({ event_id }) => event_id);
      await deliveries.planAnew(tenant, subscription.id, eventIds, subscription.epoch, clock());
    }
    // A worker may have cancelled these deliveries meanwhile.
    const ids = activated.map(({ id }) => id);
    await queues.markDue(tenant, ids, clock());
    dispatcher.wake(tenant.mode, ids);
    known = current;
  }
}

/**
 * Stores the deliveries of events of one workspace in chunks, so that memory does not depend on their number, and makes
 * their endpoint queues due. The call can be repeated after an interruption, because a delivery is unique by
 * subscription and event. Resolves to false when `shouldContinue` ended it before all were stored. Workers read the
 * deliveries that they attempt.
 */
export async function planDeliveries<S extends StoredSubscription>(
  channel: Channel<S>,
  tenant: Tenant,
  events: readonly EventSummary[],
  subscriptions: readonly Subscription[],
  { shouldContinue = () => true, preparing = Promise.resolve() }: PlanOptions = {},
): Promise<boolean> {
  const { deliveries, dispatcher, clock } = channel;
  for (const chunk of createChunks(events, subscriptions, clock)) {
    if (!shouldContinue()) return false;
    const adding = deliveries.add(tenant, chunk.deliveries);
    // Includes inactive subscriptions, because the worker cancels deliveries that were planned while they were active.
    const eventIds = [...new Set(chunk.deliveries.map(({ event_id }) => event_id))];
    await dispatcher.schedule(tenant, [...chunk.subscriptions.keys()], eventIds, Promise.all([adding, preparing]));
    await followSwitches(channel, tenant, chunk, events, await adding);
  }
  return true;
}
