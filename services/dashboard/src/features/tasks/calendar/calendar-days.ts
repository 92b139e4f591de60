import { addDays } from '../task-periods.js';

export type CalendarView = 'week' | 'month';

const daysOfWeek = 7;
const range = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Checks whether a text is a date such as `2026-03-04`. */
export function isDay(text: string | undefined): text is string {
  return text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
}

/** Returns the Monday of the week that contains a day. */
function findMonday(day: string): string {
  const weekday = new Date(day).getUTCDay();
  return addDays(day, -((weekday + daysOfWeek - 1) % daysOfWeek));
}

/** Adds months to a date. In a shorter month, returns its last day. */
function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10);
}

/** Returns the seven days of the week that contains a day, starting on Monday. */
export function listWeek(day: string): readonly string[] {
  const monday = findMonday(day);
  return range(daysOfWeek).map((index) => addDays(monday, index));
}

/** Returns the weeks of the month that contains a day, including partial weeks. */
export function listMonth(day: string): readonly (readonly string[])[] {
  const first = `${day.slice(0, 8)}01`;
  const last = addDays(addMonths(first, 1), -1);
  const weeks: (readonly string[])[] = [];
  for (let start = findMonday(first); start <= last; start = addDays(start, daysOfWeek)) weeks.push(listWeek(start));
  return weeks;
}

/** Adds weeks or months to a date. */
export function shiftDay(day: string, view: CalendarView, steps: number): string {
  return view === 'week' ? addDays(day, steps * daysOfWeek) : addMonths(day, steps);
}

/** Returns the day that a key moves to in the month. Returns undefined for other keys. */
export function moveDay(day: string, key: string): string | undefined {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -daysOfWeek);
    case 'ArrowDown':
      return addDays(day, daysOfWeek);
    case 'Home':
      return findMonday(day);
    case 'End':
      return addDays(findMonday(day), daysOfWeek - 1);
    case 'PageUp':
      return addMonths(day, -1);
    case 'PageDown':
      return addMonths(day, 1);
    default:
      return undefined;
  }
}

/** Formats a date such as `2026-03-04`. The result is the same in every time zone. */
export function formatDay(day: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(undefined, { ...options, timeZone: 'UTC' }).format(new Date(day));
}

/** Formats a date as `Wednesday 4 March`. */
export function nameDay(day: string): string {
  return formatDay(day, { weekday: 'long', day: 'numeric', month: 'long' });
}
