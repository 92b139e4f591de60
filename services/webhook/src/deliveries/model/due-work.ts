import type { EventContent } from '../../events/model/recorded-event.js';
import type { StoredSubscription } from '../../subscriptions/model/subscription.js';
import type { Delivery } from './delivery.js';

/**
 * Due delivery with its content. Without content, the content is read when the attempt begins, if the payload is large.
 */
export interface DueDelivery {
  readonly delivery: Delivery;
  readonly content: EventContent | undefined;
}

/** Due deliveries of a subscription in its current state. */
export interface DueWork<S extends StoredSubscription> {
  readonly subscription: S;
  readonly due: readonly DueDelivery[];
}
