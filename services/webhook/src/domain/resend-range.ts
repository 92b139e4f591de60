const dayMs = 24 * 3_600_000;

/** As far back as the log goes. */
const maxRangeDays = 30;

/** The time of deliveries that are to be sent again, both bounds inclusive. */
export interface ResendRange {
  readonly from: Date;
  readonly to: Date;
}

/** What is wrong with a range, by the field of the request. */
export interface RangeFault {
  readonly field: 'from' | 'to';
  readonly message: string;
}

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text);

/** A day (UTC) as the later bound is in the range to its end. */
function parseEnd(text: string): Date {
  return isDay(text) ? new Date(Date.parse(text) + dayMs - 1) : new Date(text);
}

/**
 * The range of a request; `to` is now at the latest, so that what is recorded from then on is not part of it. The shape was
 * validated against the contract.
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
