import type { Counter } from '../model/counter.js';

/**
 * Renders the delivery statistics of a subscription. `pending` is the number of its deliveries that were not attempted
 * yet.
 */
export function toStatsJson(counter: Counter | undefined, pending: number) {
  const successful = counter?.successful ?? 0;
  const failed = counter?.failed ?? 0;
  return {
    last_triggered: counter?.last_triggered ?? null,
    stats: {
      deliveries_total: pending + successful + failed,
      deliveries_successful: successful,
      deliveries_failed: failed,
    },
  };
}
