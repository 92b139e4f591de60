import type { Concluded, Delivery, DeliveryStatus } from '../domain/delivery.js';

/** How the tally of a subscription changes. */
export interface TallyChange {
  readonly successful: number;
  readonly failed: number;
  readonly last_triggered: Date;
}

function growth(changes: readonly Concluded[], status: DeliveryStatus): number {
  const count = (pick: (change: Concluded) => Delivery) =>
    changes.filter((change) => pick(change).status === status).length;
  return count(({ after }) => after) - count(({ before }) => before);
}

/** How the tally changes with these deliveries; null when nothing changed. */
export function tallyChange(changes: readonly Concluded[]): TallyChange | null {
  const last = changes
    .flatMap(({ after }) => after.attempts.slice(-1))
    .reduce<Date | null>((latest, { timestamp }) => (latest && latest > timestamp ? latest : timestamp), null);
  return last && { successful: growth(changes, 'delivered'), failed: growth(changes, 'failed'), last_triggered: last };
}
