import { endOfDay, isDay, parseMoment } from '@plotline/kit/core/time-zone';

const dayMs = 24 * 3_600_000;

/** Maximum age of the deliveries in the log, in days. */
const maxRangeDays = 30;

/** Range of recording times, which selects the deliveries to resend. Both bounds are inclusive. */
export interface ResendRange {
  readonly from: Date;
  readonly to: Date;
}

/** Error in a range, with the field of the request. */
export interface RangeFault {
  readonly field: 'from' | 'to';
  readonly message: string;
}

/** The current time, and the time zone of bounds that are days. */
export interface RangeClock {
  readonly now: Date;
  readonly timeZone: string;
}

/**
 * Returns the range of a request. `to` is at most the current time, so that later deliveries are excluded. The contract
 * has validated the format.
 */
export function parseResendRange(
  from: string,
  to: string | undefined,
  { now, timeZone }: RangeClock,
): ResendRange | RangeFault {
  const start = parseMoment(from, timeZone);
  const end = to === undefined ? now : isDay(to) ? endOfDay(to, timeZone) : new Date(to);
  for (const [field, time] of [
    ['from', start],
    ['to', end],
  ] as const) {
    if (Number.isNaN(time.getTime())) return { field, message: 'must be a valid date or date-time' };
  }
  const range = { from: start, to: end < now ? end : now };
  if (range.from > range.to) return { field: 'from', message: 'must not be after `to`, nor in the future' };
  if (range.to.getTime() - range.from.getTime() > maxRangeDays * dayMs)
    return { field: 'from', message: `must be at most ${maxRangeDays} days before \`to\`` };
  return range;
}
