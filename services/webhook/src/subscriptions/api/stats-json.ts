import type { CounterValue } from '@plotline/kit/store/counter-values';

/**
 * Renders the delivery statistics of a subscription. `pending` is the number of its deliveries that have not been
 * attempted yet.
 */
export function toStatsJson(counter: CounterValue | undefined, pending: number) {
  const { successful = 0, failed = 0 } = counter?.counts ?? {};
  return {
    last_triggered: counter?.latest ?? null,
    stats: {
      deliveries_total: pending + successful + failed,
      deliveries_successful: successful,
      deliveries_failed: failed,
    },
  };
}
