import type { Stage } from '../../api/enums.js';
import { formatNumber } from '../../ui/format/format-number.js';
import { toLabel } from '../../ui/format/label.js';

const dayMs = 86_400_000;

/** Returns the number of whole days for which a lead has been in its stage. Returns null if the start is unknown. */
export function countDaysInStage(enteredAt: string | null, now = new Date()): number | null {
  if (enteredAt === null) return null;
  // The result must not be negative, because this machine's clock can be slow.
  return Math.max(Math.floor((now.getTime() - new Date(enteredAt).getTime()) / dayMs), 0);
}

/** Formats days in a stage, such as `12 days`. */
export function describeDays(days: number): string {
  if (days === 0) return 'Today';
  return days === 1 ? '1 day' : `${formatNumber(days)} days`;
}

/** Describes how long a lead has been in its stage, such as `12 days in Qualified`. It is shown beside the stage. */
export function describeDaysIn(days: number, stage: Stage): string {
  return days === 0 ? 'Since today' : `${describeDays(days)} in ${toLabel(stage)}`;
}
