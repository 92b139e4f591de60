/** Leads to follow up between two instants, both included; null has no bound. */
export interface TaskPeriod {
  readonly name: 'overdue' | 'today' | 'this_week' | 'later';
  readonly after: Date | null;
  readonly before: Date | null;
}

const startOfDay = (now: Date, days: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
const justBefore = (date: Date) => new Date(date.getTime() - 1);

/**
 * The four parts of the list of tasks, in the time zone of the viewer. The week ends on Sunday; on a Sunday `this_week` is the
 * week that begins tomorrow, so that the list never hides what comes next under `later`.
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
