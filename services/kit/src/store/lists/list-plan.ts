import { toSearchPattern, toSearchText } from '../../core/normalize-text.js';
import type { Filter, Versioned } from '../records/records.js';
import {
  type AccessPath,
  type AccessPaths,
  bindsFields,
  defaultOrder,
  hasOrder,
  hasRange,
  readLastField,
} from './access-path.js';
import type { Branches } from './cursor.js';
import { type Countable, findTotal, type KnownTotal } from './total.js';

/** Plan for reading and counting a list. The hints are names of indexes. */
export interface ListPlan {
  readonly filter: Filter;
  readonly hint: string;
  readonly countHint: string;
  /** Read instead of `hint` near the beginning of the list. */
  readonly branches?: Branches;
  /** Number of matches, if the plan needed it. */
  readonly total?: number;
  readonly totalIsEstimate?: true;
  /** Returns the total if it is known. Called before the matches are counted. */
  readonly knownTotal?: KnownTotal;
}

/** Condition on a text, which has its own index. */
export interface TextPath {
  readonly index: string;
  readonly matches: Filter;
  /** Conditions that the text's index searches by. They are added if that index serves the list. */
  readonly keys: Filter | null;
  /**
   * Returns the maximum number of records that are matched one by one, without the text's index. A path by other fields
   * finds these records.
   */
  readonly limitMatchedOneByOne: () => Promise<number>;
}

/** List to plan. The filter's top-level fields decide the path. */
export interface PlannedQuery {
  readonly filter: Filter;
  readonly sort: string;
  readonly text?: TextPath | null;
  readonly knownTotal?: KnownTotal;
}

/**
 * Up to this number, matches are read through the index that finds them, and then sorted. If there are more, they are
 * so frequent that a scan in the list's order soon finds enough. In both cases, a page needs a bounded number of reads.
 */
const maxSortedMatches = 1_000;

/** Maximum records in a range whose index serves a list regardless of its other conditions. */
const maxNarrowRange = 10_000;

/** Returns whether the index finds at most this many matches. Reads at most one more. */
async function hasAtMost<T extends Versioned>(
  records: Countable<T>,
  filter: Filter,
  hint: string,
  maxCount: number,
): Promise<boolean> {
  return (await records.count(filter, { hint, limit: maxCount + 1 })) <= maxCount;
}

/**
 * Plans to read through `index`, which finds the matches. If there are many, plans to read through `scan`, which has
 * the list's order.
 */
async function planByMatches<T extends Versioned>(
  records: Countable<T>,
  { filter, index, scan, knownTotal }: Pick<PlannedQuery, 'filter' | 'knownTotal'> & Record<'index' | 'scan', string>,
): Promise<ListPlan> {
  const { total, isEstimate } = await findTotal(records, filter, index, knownTotal);
  // An estimate means that there were too many records to count in time.
  if (isEstimate) return { filter, hint: scan, countHint: index, total, totalIsEstimate: true };
  return { filter, hint: total > maxSortedMatches ? scan : index, countHint: index, total };
}

async function choosePath<T extends Versioned>(
  records: Countable<T>,
  { paths, compareUpTo: limit }: AccessPaths,
  { filter, sort }: PlannedQuery,
): Promise<AccessPath> {
  const fitting = paths.filter((path) => bindsFields(path, filter) && (path.sorts || hasOrder(path, filter, sort)));
  const [first] = fitting;
  if (!first) throw new Error(`No index serves the order by ${sort}.`);
  const compared = fitting.filter(({ branches }) => branches !== undefined);
  if (limit === undefined || compared.length < 2) return first;
  const counted = await Promise.all(
    compared.map(async (path) => {
      const { index, fields = [], order = defaultOrder } = path;
      const own = Object.entries(filter).filter(([field]) => field === order || fields.includes(field));
      return { path, count: await records.count(Object.fromEntries(own), { hint: index, limit }) };
    }),
  );
  return counted.reduce((best, one) => (one.count < best.count ? one : best)).path;
}

/** Returns the index that contains all records in the list's order. */
function findScan({ paths }: AccessPaths, { filter, sort }: PlannedQuery): string {
  const scan = paths.findLast((path) => bindsFields(path, filter) && hasOrder(path, filter, sort));
  if (!scan) throw new Error(`No index has the order by ${sort}.`);
  return scan.index;
}

/** Returns the field of a range that is the list's only condition or has few records. */
async function findNarrowRange<T extends Versioned>(
  records: Countable<T>,
  { ranges = [] }: AccessPaths,
  { filter, sort }: PlannedQuery,
): Promise<string | undefined> {
  for (const group of ranges) {
    const field = group.find((one) => hasRange(filter, one));
    // In the default order, the other paths serve a range of this field, because their indexes end with it.
    if (field === undefined || (field === sort && sort === defaultOrder)) continue;
    const isAll = Object.keys(filter).length === 1;
    if (isAll || (await hasAtMost(records, { [field]: filter[field] }, field, maxNarrowRange))) return field;
  }
  return undefined;
}

function chooseCountIndex({ index, counts }: AccessPath, filter: Filter): string {
  return counts?.find((path) => bindsFields(path, filter))?.index ?? index;
}

/** Plans a list by the path that was chosen for it. */
async function planByPath<T extends Versioned>(
  records: Countable<T>,
  path: AccessPath,
  scan: string,
  { filter, sort, knownTotal }: PlannedQuery,
): Promise<ListPlan> {
  const { index } = path;
  const countHint = chooseCountIndex(path, filter);
  const plan = { filter, hint: index, countHint, ...(knownTotal && { knownTotal }) };
  if (!hasOrder(path, filter, sort)) {
    return path.sorts === 'few' ? planByMatches(records, { ...plan, index, scan }) : plan;
  }
  const last = readLastField(path, filter);
  if (!last || last.values.length === 1) return plan;
  const filters = last.values.map((value) => ({ ...filter, [last.field]: value }));
  return { ...plan, hint: scan, branches: { filters, hint: index } };
}

/**
 * Plans how to read and count a list. Uses the text's index, unless few records are left to match. Otherwise uses the
 * index of a narrow range, or else the first access path that fits.
 */
export async function planList<T extends Versioned>(
  records: Countable<T>,
  access: AccessPaths,
  query: PlannedQuery,
): Promise<ListPlan> {
  const { sort, text } = query;
  const path = await choosePath(records, access, query);
  const countHint = chooseCountIndex(path, query.filter);
  const filter = { ...query.filter, ...text?.matches };
  if (readLastField(path, filter)?.values.length === 0) return { filter, hint: path.index, countHint, total: 0 };
  const scan = findScan(access, query);
  if (text) {
    const limit = path.fields ? await text.limitMatchedOneByOne() : 0;
    const areFewLeft = limit > 0 && (await hasAtMost(records, query.filter, countHint, limit));
    if (!areFewLeft) return planByMatches(records, { filter: { ...filter, ...text.keys }, index: text.index, scan });
  }
  const range = path.precedesRanges ? undefined : await findNarrowRange(records, access, { filter, sort });
  if (range === undefined) return planByPath(records, path, scan, { ...query, filter });
  if (range === sort) return { filter, hint: range, countHint: range };
  return planByMatches(records, { filter, index: range, scan });
}

/**
 * Maximum records to match one by one after the other conditions. If there are more, the index of all texts is read.
 */
const maxMatchedOneByOne = 10_000;

/** Derives the text that searches look for words in. */
export function deriveSearchText(texts: readonly (string | null)[]) {
  return { search_text: toSearchText(texts) };
}

/**
 * Returns the condition of a search, through the index `text` on `derived.search_text`. Null if there is no word to
 * search for. Reads every text of the workspace, which is acceptable up to about 100,000 records.
 */
export function createTextPath(search: string | undefined): TextPath | null {
  const pattern = toSearchPattern(search ?? '');
  if (!pattern) return null;
  const matches = { 'derived.search_text': pattern };
  return { index: 'text', matches, keys: null, limitMatchedOneByOne: async () => maxMatchedOneByOne };
}
