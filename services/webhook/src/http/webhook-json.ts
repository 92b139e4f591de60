import type { Subscription } from '../domain/subscription.js';
import type { Tally } from '../store/tallies.js';

/** What was set for a subscription, and when; never with a secret. */
export function settingsJson(subscription: Subscription) {
  const { id, url, events, active, payload_version, disabled_at, created_at, updated_at } = subscription;
  return { id, url, events, active, payload_version, disabled_at, created_at, updated_at };
}

/** A subscription as the public sees it. `pending` counts its deliveries of which no attempt has ended yet. */
export function webhookJson(subscription: Subscription, tally: Tally | undefined, pending: number) {
  const successful = tally?.successful ?? 0;
  const failed = tally?.failed ?? 0;
  return {
    ...settingsJson(subscription),
    last_triggered: tally?.last_triggered ?? null,
    stats: {
      deliveries_total: pending + successful + failed,
      deliveries_successful: successful,
      deliveries_failed: failed,
    },
  };
}
