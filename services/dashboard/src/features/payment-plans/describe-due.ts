import { formatDateTime } from '../../ui/format/format-date.js';
import type { Due } from './plan-queries.js';

const describeDays = (days: number) => (days === 1 ? '1 day' : `${days} days`);

/** Describes when a planned instalment is due, such as `14 days after the sale` or `when “Foundation” is reached`. */
export function describeDue({ on, days = 0, date, milestone = '' }: Due): string {
  if (on === 'date') return date === undefined ? 'on a fixed day' : `on ${formatDateTime(date)}`;
  if (on === 'sale') return days === 0 ? 'on the day of the sale' : `${describeDays(days)} after the sale`;
  if (on === 'completion') return days === 0 ? 'at completion' : `${describeDays(days)} after completion`;
  return days === 0 ? `when “${milestone}” is reached` : `${describeDays(days)} after “${milestone}” is reached`;
}
