import type { AttemptSummary, DeliverySummary } from './delivery.js';

/** A delivery that was made due again and whose attempt is awaited. */
export interface AwaitedDelivery {
  readonly id: string;
  /** The version in which it is due. */
  readonly version: number;
  /** When its last attempt before that began. */
  readonly last_attempt_at: Date | null;
}

/** The job that sends the deliveries of a webhook again. */
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
    /** Where the next deliveries are read; null after the last. */
    readonly cursor: string | null;
    readonly awaited: readonly AwaitedDelivery[];
  };
  readonly counts: {
    /** Made due again. */
    readonly resent: number;
    /** Left out: under way or due already, or a test's. */
    readonly skipped: number;
    /** Of the resent ones, those whose attempt succeeded, and those whose attempt failed. */
    readonly delivered: number;
    readonly failed: number;
  };
}

export const noResends: ResendData['counts'] = { resent: 0, skipped: 0, delivered: 0, failed: 0 };

export function toAwaited({ id, version, attempts }: DeliverySummary): AwaitedDelivery {
  return { id, version, last_attempt_at: attempts.at(-1)?.timestamp ?? null };
}

/** Whether the attempt is still to come: otherwise the delivery was changed, or is gone. */
export function isAwaited(awaited: AwaitedDelivery, stored: DeliverySummary | undefined): boolean {
  return stored !== undefined && stored.version === awaited.version;
}

/** The attempt that was awaited; undefined when it was cancelled. */
function findAttempt(
  { last_attempt_at }: AwaitedDelivery,
  stored: DeliverySummary | undefined,
): AttemptSummary | undefined {
  const last = stored?.attempts.at(-1);
  return last && last.timestamp.getTime() !== last_attempt_at?.getTime() ? last : undefined;
}

/** What was awaited, counted. */
export function countAttempts(
  awaited: readonly AwaitedDelivery[],
  stored: ReadonlyMap<string, DeliverySummary>,
): Pick<ResendData['counts'], 'delivered' | 'failed'> {
  const attempts = awaited.flatMap((one) => findAttempt(one, stored.get(one.id)) ?? []);
  const delivered = attempts.filter(({ error }) => error === null).length;
  return { delivered, failed: attempts.length - delivered };
}
