import type { components } from '../../../gen/api.js';
import { toLabel } from '../../components/status-badge.js';
import { type Names, toValueWords } from './lead-words.js';

export type Activity = components['schemas']['Activity'];

/** Returns the headline of an entry in the timeline. */
export function toHeadline({ type, note_type, changes, description }: Activity, names: Names): string {
  const words = (field: string) => toValueWords(field, changes?.[field]?.to, names);
  switch (type) {
    case 'created':
      return 'Created';
    case 'note':
      return toLabel(note_type ?? 'note');
    case 'stage_change':
      return `Moved from ${toValueWords('stage', changes?.['stage']?.from, names)} to ${words('stage')}`;
    case 'assigned':
      return changes?.['assigned_agent']?.to ? `Assigned to ${words('assigned_agent')}` : 'Unassigned';
    case 'field_update':
      return 'Updated';
    case 'deal_closed':
      return 'Deal closed';
    case 'deal_cancelled':
      return 'Deal cancelled';
    case 'merged':
      return description;
  }
}
