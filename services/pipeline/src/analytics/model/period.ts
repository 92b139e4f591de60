import { type Period, toDays } from '@plotline/kit/core/period';
import { extendPastNow, type Span } from '../../counters/model/span.js';

/**
 * Returns the time from the start of the first day to the end of the last, in the time zone. If the end is in the
 * future, uses a later one that is cheaper to read (`extendPastNow`).
 */
export function toSpan(period: Period, now: Date, timeZone: string): Span {
  return extendPastNow(toDays(period, timeZone), now);
}
