/** A period of follow-ups, in days such as `2026-03-04`. Includes both days; null means unbounded. */
export interface TaskPeriod {
  readonly name: 'overdue' | 'today' | 'this_week' | 'later';
  readonly after: string | null;
  readonly before: string | null;
}

const dayMs = 24 * 3_600_000;

const addDays = (day: string, days: number) => new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

/**
 * Returns the four periods of the task list around a day. A week ends on Sunday. On a Sunday, `this_week` is the week
 * that starts tomorrow, so that the next days don't disappear under `later`.
 */
export function listTaskPeriods(today: string): readonly TaskPeriod[] {
  const weekday = new Date(today).getUTCDay();
  const nextSunday = addDays(today, 7 - weekday);
  return [
    { name: 'overdue', after: null, before: addDays(today, -1) },
    { name: 'today', after: today, before: today },
    { name: 'this_week', after: addDays(today, 1), before: nextSunday },
    { name: 'later', after: addDays(nextSunday, 1), before: null },
  ];
}
