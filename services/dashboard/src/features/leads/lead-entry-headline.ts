import type { components } from '../../../gen/api.js';
import { formatDateTime } from '../../ui/format/format-date.js';
import { toLabel } from '../../ui/format/label.js';
import { describeValue, type Names } from './describe-lead.js';

export type Activity = components['schemas']['Activity'];

const timestamp = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?Z/gu;

/**
 * Rewrites the times in a sentence from the API as people write them. Removes the word "unit" before names such as
 * "Unit 12".
 */
export function toReadable(sentence: string): string {
  return sentence.replaceAll(timestamp, (time) => formatDateTime(time)).replaceAll(/\bUnit Unit\b/giu, 'Unit');
}

/** Returns the headline of an entry in the timeline. */
export function getHeadline({ type, note_type, changes, description }: Activity, names: Names): string {
  const words = (field: string) => describeValue(field, changes?.[field]?.to, names);
  switch (type) {
    case 'created':
      return 'Created';
    case 'note':
      return toLabel(note_type ?? 'note');
    case 'stage_change':
      return `Moved from ${describeValue('stage', changes?.['stage']?.from, names)} to ${words('stage')}`;
    case 'assigned':
      return changes?.['assigned_agent']?.to ? `Assigned to ${words('assigned_agent')}` : 'Unassigned';
    case 'field_update':
      return 'Updated';
    case 'deal_closed':
      return 'Deal closed';
    case 'deal_cancelled':
      return 'Deal cancelled';
    // For other types, the headline is their description, which is a sentence for people. The API may add types.
    default:
      return toReadable(description);
  }
}
