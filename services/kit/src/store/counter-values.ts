import type { Filter } from './records/records.js';

/** Numbers by name. A missing number is 0. */
export type Counts = Readonly<Record<string, number>>;

/** Value of a counter, or the amount that a change adds to it. */
export interface CounterValue {
  readonly counts: Counts;
  /** Latest time of the changes. Absent if no change had a time. */
  readonly latest?: Date;
}

/** Adds up the values of each key. */
export function sumByKey(values: readonly (CounterValue & { readonly key: string })[]): Map<string, CounterValue> {
  const sums = new Map<string, { counts: Record<string, number>; latest?: Date }>();
  for (const { key, counts, latest } of values) {
    const sum = sums.get(key) ?? { counts: {} };
    addCounts(sum.counts, counts);
    if (latest && !(sum.latest && sum.latest > latest)) sum.latest = latest;
    sums.set(key, sum);
  }
  return sums;
}

/** Adds counts to a sum in place. */
export function addCounts(sum: Record<string, number>, counts: Counts): void {
  for (const [name, count] of Object.entries(counts)) sum[name] = (sum[name] ?? 0) + count;
}

/** Returns the update that adds a change to a shard; null when the change has only zeros. */
export function toUpdate({ counts, latest }: CounterValue): Filter | null {
  const changed = Object.entries(counts).filter(([, count]) => count !== 0);
  if (changed.length === 0 && !latest) return null;
  const increments = Object.fromEntries(changed.map(([name, count]) => [`counts.${name}`, count]));
  return { ...(changed.length > 0 && { $inc: increments }), ...(latest && { $max: { latest } }) };
}

/** Returns the numbers that differ, with both values. */
export function pickDifferent(one: Counts, other: Counts): readonly [Counts, Counts] {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  const different = names.filter((name) => (one[name] ?? 0) !== (other[name] ?? 0));
  const pick = (counts: Counts) => Object.fromEntries(different.map((name) => [name, counts[name] ?? 0]));
  return [pick(one), pick(other)];
}
