/** Period of due dates, with days such as `2026-03-04`. Includes both days. Null means unbounded. */
export interface TaskPeriod {
  readonly name: 'overdue' | 'today' | 'soon' | 'this_week' | 'later';
  readonly after: string | null;
  readonly before: string | null;
}

const dayMs = 24 * 3_600_000;
/** Number of days after today that the start page shows. */
const soonDays = 3;

/** Adds days to a date. Both dates look like `2026-03-04`. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
}

const listDue = (today: string): readonly TaskPeriod[] => [
  { name: 'overdue', after: null, before: addDays(today, -1) },
  { name: 'today', after: today, before: today },
];

/**
 * Returns the four periods of the task list around a day. A week ends on Sunday. On a Sunday, `this_week` is the week
 * that starts tomorrow, so that its tasks aren't listed under `later`.
 */
export function listTaskPeriods(today: string): readonly TaskPeriod[] {
  const weekday = new Date(today).getUTCDay();
  const nextSunday = addDays(today, 7 - weekday);
  return [
    ...listDue(today),
    { name: 'this_week', after: addDays(today, 1), before: nextSunday },
    { name: 'later', after: addDays(nextSunday, 1), before: null },
  ];
}

/** Returns the periods that the start page shows. */
export function listNextPeriods(today: string): readonly TaskPeriod[] {
  return [...listDue(today), { name: 'soon', after: addDays(today, 1), before: addDays(today, soonDays) }];
}
