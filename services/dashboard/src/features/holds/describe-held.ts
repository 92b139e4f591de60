import { formatDateTime } from '../../ui/format/format-date.js';

/**
 * Describes until when a unit is held and how many leads wait for it. Uses the data of the error with which the API
 * refused a hold.
 */
export function describeHeld({ expires_at: end, queue_length: waiting }: Readonly<Record<string, unknown>>): string {
  const until = typeof end === 'string' ? `It is held until ${formatDateTime(end)}.` : 'It is held.';
  if (typeof waiting !== 'number' || waiting === 0) return `${until} Nobody else is waiting.`;
  return `${until} ${waiting === 1 ? '1 lead is' : `${waiting} leads are`} waiting.`;
}
