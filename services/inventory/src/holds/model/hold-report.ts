import type { HoldStatus } from './hold.js';

/** Numbers from which the report about holds is computed. */
export interface CountedHolds {
  /** Currently open holds, by status. */
  readonly open: Readonly<Partial<Record<HoldStatus, number>>>;
  /** Holds that were created in the period. */
  readonly created: number;
  /** Holds that ended in the period, by status. */
  readonly ended: Readonly<Partial<Record<HoldStatus, number>>>;
  /** Number of the ended holds that had been active, and the sum of their durations. */
  readonly lasted: { readonly count: number; readonly ms: number };
}

const hourMs = 3_600_000;

/** Creates the report about the holds of a period. */
export function createHoldReport({ open, created, ended, lasted }: CountedHolds) {
  const { converted = 0, released = 0, expired = 0 } = ended;
  const total = converted + released + expired;
  return {
    active: open.active ?? 0,
    queued: open.queued ?? 0,
    created,
    converted,
    released,
    expired,
    conversion_rate: total === 0 ? 0 : converted / total,
    average_hours: lasted.count === 0 ? 0 : lasted.ms / lasted.count / hourMs,
  };
}
