/** Hour of a follow-up if the person chooses only a day. */
const defaultHour = 9;

/** Returns 9:00 in the viewer's time zone, this many days from now. */
export function inDays(days: number, now = new Date()): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, defaultHour);
}

/** Returns 9:00 in the viewer's time zone on a day such as `2026-03-01`. */
export function atDefaultHour(day: string): Date {
  const date = new Date(`${day}T00:00`);
  return inDays(0, date);
}
