import type { Counters } from '@plotline/kit/store/counters';
import type { Logger } from '@plotline/kit/telemetry/log';
import type { RecordedEvents } from '../../events/store/events.js';
import type { StoredSubscription } from '../../subscriptions/model/subscription.js';
import type { Subscriptions } from '../../subscriptions/store/subscriptions.js';
import type { AttemptDelivery } from '../model/attempt-delivery.js';
import type { Deliveries } from '../store/deliveries.js';
import type { EndpointQueues } from '../store/endpoint-queues.js';
import type { PayloadMemory } from '../store/payload-memory.js';
import type { RecordOutcomes } from '../store/record-outcomes.js';

export interface DeliveryOptions<S extends StoredSubscription> {
  readonly subscriptions: Pick<Subscriptions<S>, 'getMany'>;
  readonly deliveries: Deliveries;
  readonly events: RecordedEvents;
  readonly queues: EndpointQueues;
  readonly counters: Pick<Counters, 'delete'>;
  readonly recordOutcomes: RecordOutcomes;
  readonly attemptDelivery: AttemptDelivery<S>;
  readonly payloadMemory: PayloadMemory;
  readonly clock: () => Date;
  readonly log: Logger;
}

/** Time for which a worker uses the lease of a queue. */
export interface LeaseTerm {
  /** Time after which no attempt begins, so that queues take turns. */
  readonly until: Date;
  /** Returns whether the lease is certain to be held, so that attempts may begin. */
  readonly isHeld: () => boolean;
  /** Aborts the attempts in progress when the process stops. They aren't recorded, so they are repeated later. */
  readonly signal: AbortSignal;
  /** Returns whether the process is stopping, so that no further attempt may begin. */
  readonly isStopping: () => boolean;
}
