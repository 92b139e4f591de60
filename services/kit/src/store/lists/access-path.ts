import { invalid } from '../../core/errors.js';
import { normalizeText } from '../../core/normalize-text.js';
import type { Filter } from '../records/records.js';

/**
 * Index of a collection, and the lists that it can serve. Each list has one table of paths, the most selective first.
 */
export interface AccessPath {
  /** Name of the index. */
  readonly index: string;
  /**
   * Fields that the filter binds, each to one value. With `branches`, the last field may be bound to several values.
   */
  readonly fields?: readonly string[];
  /** Field that the filter binds to a range. */
  readonly range?: string;
  /** Field that the index sorts the matches by. By default, `created_at`. */
  readonly order?: string;
  /**
   * Maximum values of the last field. They are read separately and merged, because the index sorts the matches of each
   * value separately.
   */
  readonly branches?: number;
  /**
   * Set if the last field is an array. With a range of `order`, such an index doesn't return sorted results on every
   * database engine.
   */
  readonly isMultikey?: true;
  /**
   * Lets the index serve other orders, too, by sorting the matches. `all`: there are never many matches. `few`: with
   * more than 1,000 matches, the list is scanned in its order instead.
   */
  readonly sorts?: 'all' | 'few';
  /** Whether the index serves a list even if a narrow range could serve it. */
  readonly precedesRanges?: true;
  /** The first of these paths that fits counts the total. By default, the index that finds the matches does. */
  readonly counts?: readonly AccessPath[];
}

/** Access paths of a list. */
export interface AccessPaths {
  /** The first path that fits serves a list. The last paths have no condition, and there is one for each order. */
  readonly paths: readonly AccessPath[];
  /** If several paths with branches fit, matches are counted up to this limit to choose the path with the fewest. */
  readonly compareUpTo?: number;
  /**
   * Fields whose range serves a list before the paths, while few records are in the range. The index has the name of
   * the field. In each group, only the first field that has a range is tried.
   */
  readonly ranges?: readonly (readonly string[])[];
}

/** Ranges of lists whose records have both times. */
export const timeRanges = ['updated_at', 'created_at'] as const;

/** Order of a path that doesn't name one. */
export const defaultOrder = 'created_at';

/** Matches one of the values. Matches a single value by equality, because its index then also gives the order. */
export function matchAny(values: readonly unknown[]): unknown {
  return values.length === 1 ? values[0] : { $in: [...values] };
}

/** Returns the values that a filter allows for a field. Null unless the filter lists them. */
function readValues(filter: Filter, field: string): readonly unknown[] | null {
  const condition = filter[field];
  if (condition === undefined || condition instanceof RegExp) return null;
  if (typeof condition !== 'object' || condition === null || condition instanceof Date) return [condition];
  return '$in' in condition && Array.isArray(condition.$in) ? condition.$in : null;
}

/** Returns whether the filter restricts the field to a range. */
export function hasRange(filter: Filter, field: string): boolean {
  const condition = filter[field];
  if (typeof condition !== 'object' || condition === null) return false;
  return ['$gt', '$gte', '$lt', '$lte'].some((operator) => operator in condition);
}

/** Returns the last field of a path and the values that the filter allows it, or null if there are none. */
export function readLastField({ fields = [] }: AccessPath, filter: Filter) {
  const field = fields.at(-1);
  const values = field === undefined ? null : readValues(filter, field);
  return field !== undefined && values ? { field, values } : null;
}

/** Returns whether the index finds the matches of the filter. */
export function bindsFields({ fields = [], range, branches }: AccessPath, filter: Filter): boolean {
  const isBound = (field: string, place: number) => {
    const values = readValues(filter, field);
    const allowsSeveral = branches !== undefined && place === fields.length - 1;
    return values !== null && (values.length === 1 || allowsSeveral);
  };
  return fields.every(isBound) && (range === undefined || hasRange(filter, range));
}

/** Returns whether the index, or several reads along it, return the matches in the list's order. */
export function hasOrder(path: AccessPath, filter: Filter, sort: string): boolean {
  const { order = defaultOrder, branches = 1, isMultikey } = path;
  const count = readLastField(path, filter)?.values.length ?? 1;
  return order === sort && count <= Math.max(branches, 1) && !(isMultikey && sort in filter);
}

/** Derived field that lists are sorted by when they are sorted by name. Ignores case and accents. */
export const nameOrder = 'derived.name_key';

/** Derives the field for the order by name. */
export function deriveNameKey({ name }: { readonly name: string }) {
  return { name_key: normalizeText(name) };
}

/** Replaces the order by name with the derived field for it. */
export function withNameOrder<Query extends { readonly sort: string }>(query: Query): Query {
  return query.sort === 'name' ? { ...query, sort: nameOrder } : query;
}

/** Bounds of the times of records. Each is a date (UTC) or a timestamp. All are inclusive. */
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

/** Matches times up to the bound. A date includes the whole day. */
function matchTo(field: string, text: string | undefined): Filter {
  if (text === undefined) return {};
  const end = parseBound(field, text);
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text);
  return isDay ? { $lt: new Date(end.getTime() + dayMs) } : { $lte: end };
}

/** Name and text of a bound: a date (UTC) or a timestamp. The text is undefined if there is no bound. */
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

/** Matches records whose times of creation and last change are in the ranges. */
export function matchTimeRanges(ranges: TimeRanges): RangeFilters {
  return { ...matchTime(ranges, 'created_at'), ...matchTime(ranges, 'updated_at') };
}
