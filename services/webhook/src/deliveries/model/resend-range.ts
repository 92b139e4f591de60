const dayMs = 24 * 3_600_000;

/** The log goes back this far. */
const maxRangeDays = 30;

/** Recording time of deliveries to resend, both bounds inclusive. */
export interface ResendRange {
  readonly from: Date;
  readonly to: Date;
}

/** Fault of a range, by field of the request. */
export interface RangeFault {
  readonly field: 'from' | 'to';
  readonly message: string;
}

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text);

/** A day (UTC) as the later bound includes the whole day. */
function parseEnd(text: string): Date {
  return isDay(text) ? new Date(Date.parse(text) + dayMs - 1) : new Date(text);
}

/**
 * Returns the range of a request. `to` is now at the latest, which excludes later recordings. The contract has
 * validated the shape.
 */
export function parseResendRange(from: string, to: string | undefined, now: Date): ResendRange | RangeFault {
  const start = new Date(from);
  const end = to === undefined ? now : parseEnd(to);
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
