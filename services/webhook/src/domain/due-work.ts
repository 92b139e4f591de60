import type { Delivery } from './delivery.js';
import type { StoredSubscription } from './subscription.js';

/** A due delivery, and what it sends; without a payload when its event is not stored any more. */
export interface DueDelivery {
  readonly delivery: Delivery;
  readonly payload: string | undefined;
}

/** Due deliveries of a subscription as it is now. */
export interface DueWork<S extends StoredSubscription> {
  readonly subscription: S;
  readonly due: readonly DueDelivery[];
}
