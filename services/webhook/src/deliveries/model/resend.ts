import type { AttemptSummary, DeliverySummary } from './delivery.js';

/** Delivery that was made due again and waits for its attempt. */
export interface AwaitedDelivery {
  readonly id: string;
  /** Version of the delivery when it was made due. */
  readonly version: number;
  /** Start of its previous attempt. */
  readonly last_attempt_at: Date | null;
}

/** Job that resends the deliveries of a webhook. */
export interface ResendData {
  readonly input: {
    readonly webhook_id: string;
    /** Bounds of the time at which deliveries were recorded, as ISO timestamps. */
    readonly from: string;
    readonly to: string;
    readonly status: readonly string[];
    /** Null for every event. */
    readonly event: readonly string[] | null;
  };
  readonly state: {
    /** Position from which the next deliveries are read; null after the last. */
    readonly cursor: string | null;
    readonly awaited: readonly AwaitedDelivery[];
  };
  readonly counts: {
    /** Number of deliveries that were made due again. */
    readonly resent: number;
    /** Number of deliveries that were skipped because they are in progress, already due, or tests. */
    readonly skipped: number;
    /** Resent deliveries by the outcome of their attempt. */
    readonly delivered: number;
    readonly failed: number;
  };
}

export const noResends: ResendData['counts'] = { resent: 0, skipped: 0, delivered: 0, failed: 0 };

export function toAwaited({ id, version, attempts }: DeliverySummary): AwaitedDelivery {
  return { id, version, last_attempt_at: attempts.at(-1)?.timestamp ?? null };
}

/** Returns whether the delivery is still waiting for its attempt. If not, the delivery was changed or deleted. */
export function isAwaited(awaited: AwaitedDelivery, stored: DeliverySummary | undefined): boolean {
  return stored !== undefined && stored.version === awaited.version;
}

/** Returns the awaited attempt; undefined when it was cancelled. */
function findAttempt(
  { last_attempt_at }: AwaitedDelivery,
  stored: DeliverySummary | undefined,
): AttemptSummary | undefined {
  const last = stored?.attempts.at(-1);
  return last && last.timestamp.getTime() !== last_attempt_at?.getTime() ? last : undefined;
}

/** Counts the awaited attempts by outcome. */
export function countAttempts(
  awaited: readonly AwaitedDelivery[],
  stored: ReadonlyMap<string, DeliverySummary>,
): Pick<ResendData['counts'], 'delivered' | 'failed'> {
  const attempts = awaited.flatMap((one) => findAttempt(one, stored.get(one.id)) ?? []);
  const delivered = attempts.filter(({ error }) => error === null).length;
  return { delivered, failed: attempts.length - delivered };
}
