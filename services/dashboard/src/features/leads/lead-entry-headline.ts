import type { components } from '../../../gen/api.js';
import { toLabel } from '../../ui/format/label.js';
import { describeValue, type Names } from './describe-lead.js';

export type Activity = components['schemas']['Activity'];

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
    // Other types use their description, which is a sentence for people. The API may add types.
    default:
      return description;
  }
}
