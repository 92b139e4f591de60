import { invalid } from '@plotline/kit/core/errors';
import type { Period } from '@plotline/kit/core/period';
import { addDays, startOfDay } from '@plotline/kit/core/time-zone';
import { CounterTotals, type Counts, toFraction } from '../../counters/model/counter.js';
import { readRevenue } from '../../counters/model/money.js';
import { extendPastNow, type Span } from '../../counters/model/span.js';
import { sources } from '../../leads/model/lead.js';

export type Interval = 'week' | 'month';

/** Maximum number of intervals in a report: two years of weeks, or ten years of months. */
const maxIntervals = 122;

/** Days in the workspace's time zone, both inclusive. */
type DayRange = Pick<Period, 'start_date' | 'end_date'>;

/** Returns the first day after the week or the month of a day. Weeks begin on Monday. */
function findNextStart(day: string, interval: Interval): string {
  if (interval === 'week') {
    const daysSinceMonday = (new Date(day).getUTCDay() + 6) % 7;
    return addDays(day, 7 - daysSinceMonday);
  }
  // The 31st day after the first of a month is always in the next month.
  return `${addDays(`${day.slice(0, 7)}-01`, 31).slice(0, 7)}-01`;
}

/**
 * Divides a period into weeks or months. The first and the last range may be partial. Throws VALIDATION_ERROR if there
 * are too many ranges.
 */
export function splitPeriod({ start_date, end_date }: DayRange, interval: Interval): readonly DayRange[] {
  const ranges: DayRange[] = [];
  for (let start = start_date; start <= end_date; ) {
    if (ranges.length === maxIntervals) {
      throw invalid({ field: 'interval', message: `must be month for a period of more than ${maxIntervals} weeks` });
    }
    const next = findNextStart(start, interval);
    const last = addDays(next, -1);
    ranges.push({ start_date: start, end_date: last < end_date ? last : end_date });
    start = next;
  }
  return ranges;
}

/** Returns the span from the start of the first day to the end of the last day, in the time zone. */
export function toSeriesSpans(ranges: readonly DayRange[], now: Date, timeZone: string): readonly Span[] {
  return ranges.map(({ start_date, end_date }, place) => {
    const span = { from: startOfDay(start_date, timeZone), to: startOfDay(addDays(end_date, 1), timeZone) };
    // Only the last interval may be extended, because each other interval ends where the next one begins.
    return place === ranges.length - 1 ? extendPastNow(span, now) : span;
  });
}

/** Computes the figures of an interval from its counters. */
export function createSeriesPoint(range: DayRange, counters: readonly Counts[]) {
  const totals = new CounterTotals(counters);
  const [leads, won] = [totals.get('leads'), totals.get('reached:won')];
  return {
    ...range,
    leads: {
      new: leads,
      by_source: Object.fromEntries(sources.map((source) => [source, totals.get(`source:${source}`)])),
      won,
    },
    conversion_rate: toFraction(won, leads),
    deals_closed: totals.get('deals'),
    revenue: readRevenue(totals).map(({ currency, closed }) => ({ currency, closed })),
  };
}
