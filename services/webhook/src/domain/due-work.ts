import type { Delivery } from './delivery.js';
import type { Webhook } from './webhook.js';

/** A due delivery, and what it sends; without a payload when its event is not stored any more. */
export interface DueDelivery {
  readonly delivery: Delivery;
  readonly payload: string | undefined;
}

/** Due deliveries of a webhook as it is now. */
export interface DueWork {
  readonly webhook: Webhook;
  readonly due: readonly DueDelivery[];
}
