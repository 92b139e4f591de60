/** Hour at which a task is due if the person chooses only a day. */
const defaultHour = 9;

/** Returns 9:00 in the viewer's time zone, the given number of days from now. */
export function inDays(days: number, now = new Date()): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, defaultHour);
}

/** Returns 9:00 in the viewer's time zone on a date such as `2026-03-01`. */
export function atDefaultHour(day: string): Date {
  const date = new Date(`${day}T00:00`);
  return inDays(0, date);
}

/** Choices for postponing a task with one click, in days. */
export const snoozes = [
  { label: 'Tomorrow', days: 1 },
  { label: 'In 3 days', days: 3 },
  { label: 'In a week', days: 7 },
] as const;
