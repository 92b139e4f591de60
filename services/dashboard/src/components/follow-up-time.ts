/** When people ring again unless they say otherwise. */
const morning = 9;

/** Nine in the morning, so many days from now, in the time zone of the viewer. */
export function inDays(days: number, now = new Date()): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, morning);
}

/** Nine in the morning of a day such as `2026-03-01`, in the time zone of the viewer. */
export function onMorningOf(day: string): Date {
  const date = new Date(`${day}T00:00`);
  return inDays(0, date);
}

const two = (value: number) => String(value).padStart(2, '0');

/** The value of a field for a day and time, in the time zone of the viewer. */
export function toLocalInput(date: Date): string {
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}
