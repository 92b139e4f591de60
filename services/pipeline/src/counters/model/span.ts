import { type Days, toDay } from './counter.js';

/** Time span. Includes its start and excludes its end. */
export interface Span {
  readonly from: Date;
  readonly to: Date;
}

/** Whole UTC days of a span, and the rest at both ends. */
export interface SpanParts {
  /** Whole UTC days, which have counters. Null if the span has none. */
  readonly days: Days | null;
  /** The rest at both ends, less than a day each. */
  readonly edges: readonly Span[];
}

const dayMs = 24 * 3_600_000;

function toEdge(from: number, to: number): Span[] {
  return from < to ? [{ from: new Date(from), to: new Date(to) }] : [];
}

/** Divides a span into whole days and the rest at both ends. A span from one UTC midnight to another has no rest. */
export function splitSpan({ from, to }: Span): SpanParts {
  const [start, end] = [from.getTime(), to.getTime()];
  const first = Math.ceil(start / dayMs) * dayMs;
  const last = Math.floor(end / dayMs) * dayMs;
  if (first > last) return { days: null, edges: toEdge(start, end) };
  const days = first < last ? { from: toDay(new Date(first)), to: toDay(new Date(last - dayMs)) } : null;
  return { days, edges: [...toEdge(start, first), ...toEdge(last, end)] };
}

/**
 * Extends a span that includes the present to a UTC midnight, so that its end needs no extra reads. There are no
 * records in the added time yet. The extension is up to two days, in case clocks are ahead.
 */
export function extendPastNow({ from, to }: Span, now: Date): Span {
  if (to <= now) return { from, to };
  return { from, to: new Date((Math.floor(now.getTime() / dayMs) + 2) * dayMs) };
}
