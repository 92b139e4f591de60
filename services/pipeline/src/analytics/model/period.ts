import { type Period, toDays } from '@plotline/kit/core/period';
import { extendPastNow, type Span } from '../../counters/model/span.js';

/**
 * Returns the span from the start of the first day to the end of the last day, in the time zone. If the span ends in
 * the future, extends it to a time that is cheaper to read (`extendPastNow`).
 */
export function toSpan(period: Period, now: Date, timeZone: string): Span {
  return extendPastNow(toDays(period, timeZone), now);
}
