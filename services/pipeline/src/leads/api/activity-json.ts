import type { TimelineEntry } from '@plotline/kit/store/journal/entry';

/** Types of entries in a lead's timeline. */
export const activityTypes = [
  'created',
  'stage_change',
  'note',
  'assigned',
  'field_update',
  'deal_closed',
  'deal_cancelled',
  'merged',
  'task_created',
  'task_updated',
  'task_completed',
  'task_reopened',
  'task_deleted',
  'unit_held',
  'unit_queued',
  'hold_extended',
  'hold_ended',
  'email',
] as const;

/** Public attributes of entries. */
const publicAttributes = [
  ...['deal_id', 'task_id', 'hold_id', 'unit_id', 'reason', 'notes', 'note_type'],
  'merged_lead',
  ...['email_id', 'direction', 'status', 'subject', 'text', 'portal'],
] as const;

function toAttributesJson(attributes: TimelineEntry['attributes'] = {}): Record<string, unknown> {
  const present = publicAttributes.filter((name) => attributes[name] !== undefined);
  return Object.fromEntries(present.map((name) => [name, attributes[name]]));
}

/** Renders a timeline entry for the public API. */
export function toActivityJson({ _id, type, description, user, actor, at, changes, attributes }: TimelineEntry) {
  return {
    id: _id,
    type,
    description,
    user,
    actor: { type: actor.type, name: actor.name },
    timestamp: at,
    ...(type === 'note' ? { content: description } : {}),
    ...(changes ? { changes } : {}),
    ...toAttributesJson(attributes),
  };
}
