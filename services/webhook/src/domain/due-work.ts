import type { Delivery } from './delivery.js';
import type { EventContent } from './recorded-event.js';
import type { StoredSubscription } from './subscription.js';

/** A due delivery, and what it sends; without content, which is then read when the attempt begins, if the payload is large. */
export interface DueDelivery {
  readonly delivery: Delivery;
  readonly content: EventContent | undefined;
}

/** Due deliveries of a subscription as it is now. */
export interface DueWork<S extends StoredSubscription> {
  readonly subscription: S;
  readonly due: readonly DueDelivery[];
}
