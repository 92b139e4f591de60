import type { DeliveryChange, DeliveryStatus } from './delivery.js';

/** Change that recorded attempts make to the counter of a subscription. */
interface CounterChange {
  readonly counts: { readonly successful: number; readonly failed: number };
  /** Start of the last attempt. */
  readonly latest: Date;
}

function countGrowth(changes: readonly DeliveryChange[], status: DeliveryStatus): number {
  const before = changes.filter((change) => change.before.status === status).length;
  const after = changes.filter((change) => change.after.status === status).length;
  return after - before;
}

/** Returns the counter change of recorded attempts; null when there are none. */
function toCounterChange(changes: readonly DeliveryChange[]): CounterChange | null {
  const last = changes
    .flatMap(({ after }) => after.attempts.slice(-1))
    .reduce<Date | null>((latest, { timestamp }) => (latest && latest > timestamp ? latest : timestamp), null);
  if (!last) return null;
  const counts = { successful: countGrowth(changes, 'delivered'), failed: countGrowth(changes, 'failed') };
  return { counts, latest: last };
}

/** Returns the counter changes of recorded attempts by subscription id. */
export function toCounterChanges(changes: readonly DeliveryChange[]): ReadonlyMap<string, CounterChange> {
  const byWebhook = new Map<string, DeliveryChange[]>();
  for (const change of changes) {
    const { webhook_id } = change.after;
    byWebhook.set(webhook_id, [...(byWebhook.get(webhook_id) ?? []), change]);
  }
  return new Map(
    [...byWebhook].flatMap(([id, own]) => {
      const change = toCounterChange(own);
      return change ? [[id, change] as const] : [];
    }),
  );
}
