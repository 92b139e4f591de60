/** A period of follow-ups. Includes both bounds; null means unbounded. */
export interface TaskPeriod {
  readonly name: 'overdue' | 'today' | 'this_week' | 'later';
  readonly after: Date | null;
  readonly before: Date | null;
}

const startOfDay = (now: Date, days: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
const justBefore = (date: Date) => new Date(date.getTime() - 1);

/**
 * Returns the four periods of the task list in the viewer's time zone. A week ends on Sunday. On a Sunday, `this_week`
 * is the week that starts tomorrow, so that the next days don't disappear under `later`.
 */
export function listTaskPeriods(now: Date): readonly TaskPeriod[] {
  const today = startOfDay(now, 0);
  const tomorrow = startOfDay(now, 1);
  const nextMonday = startOfDay(now, now.getDay() === 0 ? 8 : 8 - now.getDay());
  return [
    { name: 'overdue', after: null, before: justBefore(today) },
    { name: 'today', after: today, before: justBefore(tomorrow) },
    { name: 'this_week', after: tomorrow, before: justBefore(nextMonday) },
    { name: 'later', after: nextMonday, before: null },
  ];
}
