/** Number of hours, days and weeks whose newest backup is kept. Only periods that have a backup count. */
export interface Retention {
  readonly hours: number;
  readonly days: number;
  readonly weeks: number;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** 1970-01-01 was a Thursday. The offset makes weeks begin on Monday. */
const mondayOffsetMs = 3 * dayMs;

/** Returns the newest time in each of the latest `count` periods, in UTC. */
function newestOfPeriods(newestFirst: readonly number[], count: number, periodOf: (time: number) => number): number[] {
  const newest = new Map<number, number>();
  for (const time of newestFirst) {
    const period = periodOf(time);
    if (!newest.has(period)) newest.set(period, time);
  }
  return [...newest.values()].slice(0, count);
}

/** Returns the backups that no rule keeps. The newest backup is always kept. */
export function selectExpired<B extends { readonly startedAt: Date }>(
  backups: readonly B[],
  { hours, days, weeks }: Retention,
): B[] {
  const newestFirst = backups.map(({ startedAt }) => startedAt.getTime()).toSorted((a, b) => b - a);
  const kept = new Set([
    ...newestFirst.slice(0, 1),
    ...newestOfPeriods(newestFirst, hours, (time) => Math.floor(time / hourMs)),
    ...newestOfPeriods(newestFirst, days, (time) => Math.floor(time / dayMs)),
    ...newestOfPeriods(newestFirst, weeks, (time) => Math.floor((time + mondayOffsetMs) / (7 * dayMs))),
  ]);
  return backups.filter(({ startedAt }) => !kept.has(startedAt.getTime()));
}
