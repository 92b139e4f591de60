import type { Tenant } from '@plotline/kit/core/caller';
import type { EventContent } from '../../events/model/recorded-event.js';
import type { StoredSubscription } from '../../subscriptions/model/subscription.js';
import type { Outcome } from './attempt.js';
import type { Delivery } from './delivery.js';

/**
 * Content of an attempt. The attempt belongs to the trace of the request that caused the event, even if the attempt is
 * made much later.
 */
export interface AttemptedEvent extends EventContent {
  readonly tenant: Tenant;
  /** The delivery before the attempt. */
  readonly delivery: Pick<Delivery, 'id' | 'webhook_id' | 'event_id' | 'event' | 'status' | 'attempts'>;
}

/** Due delivery with its content. A large payload is absent, and is read when the attempt begins. */
export interface DueDelivery {
  readonly delivery: Delivery;
  readonly content: EventContent | undefined;
}

/** Makes one attempt. Rejects only with Busy or OutcomeUnknown, or if `signal` aborts it. */
export type AttemptDelivery<S extends StoredSubscription> = (
  subscription: S,
  event: AttemptedEvent,
  signal?: AbortSignal,
) => Promise<Outcome>;
