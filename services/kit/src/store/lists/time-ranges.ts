import { invalid } from '../../core/errors.js';
import type { Filter } from '../records/records.js';

/** Bounds of the times of records, each a day (UTC) or a timestamp, all inclusive. */
export interface TimeRanges {
  readonly created_after?: string;
  readonly created_before?: string;
  readonly updated_after?: string;
  readonly updated_before?: string;
}

/** Conditions on times by field. Fields without a bound are absent. */
export type RangeFilters = { readonly [Field in TimeField]?: Filter };

/** Times that lists are filtered by, with the parameters of their bounds. */
const bounds = {
  created_at: ['created_after', 'created_before'],
  updated_at: ['updated_after', 'updated_before'],
} as const;
type TimeField = keyof typeof bounds;

const dayMs = 24 * 3_600_000;

function parseBound(field: string, text: string): Date {
  const bound = new Date(text);
  if (Number.isNaN(bound.getTime())) throw invalid({ field, message: 'must be a valid date or date-time' });
  return bound;
}

function matchFrom(field: string, text: string | undefined): Filter {
  return text === undefined ? {} : { $gte: parseBound(field, text) };
}

/** Matches up to the bound; a day is included to its end. */
function matchTo(field: string, text: string | undefined): Filter {
  if (text === undefined) return {};
  const end = parseBound(field, text);
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text);
  return isDay ? { $lt: new Date(end.getTime() + dayMs) } : { $lte: end };
}

/** Parameter with a bound, a day (UTC) or a timestamp; undefined without one. */
type Bound = readonly [name: string, text: string | undefined];

/** Matches a time between two bounds, both inclusive; null without bounds. */
export function matchRange(from: Bound, to: Bound): Filter | null {
  const range = { ...matchFrom(...from), ...matchTo(...to) };
  return Object.keys(range).length === 0 ? null : range;
}

function matchTime(ranges: TimeRanges, field: TimeField): RangeFilters {
  const [from, to] = bounds[field];
  const range = matchRange([from, ranges[from]], [to, ranges[to]]);
  return range ? { [field]: range } : {};
}

/** Matches records that were created, and last changed, in the ranges. */
export function matchTimeRanges(ranges: TimeRanges): RangeFilters {
  return { ...matchTime(ranges, 'created_at'), ...matchTime(ranges, 'updated_at') };
}
