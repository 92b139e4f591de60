import type { DeliveryChange, DeliveryStatus } from './delivery.js';

/** Counts of a webhook's deliveries by status; `id` is the webhook's id. */
export interface Counter {
  readonly id: string;
  readonly version: number;
  readonly successful: number;
  readonly failed: number;
  /** When the last attempt began; null before the first. */
  readonly last_triggered: Date | null;
}

/** What recorded attempts add to a counter. */
export interface CounterChange {
  readonly successful: number;
  readonly failed: number;
  readonly last_triggered: Date;
}

function countGrowth(changes: readonly DeliveryChange[], status: DeliveryStatus): number {
  const before = changes.filter((change) => change.before.status === status).length;
  const after = changes.filter((change) => change.after.status === status).length;
  return after - before;
}

/** The counter change of recorded attempts; null when there are none. */
export function toCounterChange(changes: readonly DeliveryChange[]): CounterChange | null {
  const last = changes
    .flatMap(({ after }) => after.attempts.slice(-1))
    .reduce<Date | null>((latest, { timestamp }) => (latest && latest > timestamp ? latest : timestamp), null);
  if (!last) return null;
  return {
    successful: countGrowth(changes, 'delivered'),
    failed: countGrowth(changes, 'failed'),
    last_triggered: last,
  };
}
