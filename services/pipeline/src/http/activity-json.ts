import type { Entry } from '@plotline/kit/journal/entry';

/** The types of a lead's timeline (decisions, "Leads"). */
export const activityTypes = [
  'created',
  'stage_change',
  'note',
  'assigned',
  'field_update',
  'deal_closed',
  'deal_cancelled',
  'merged',
] as const;

/** A timeline entry as the public sees it. */
export function activityJson({ _id, type, description, user, actor, at, changes, attributes }: Entry) {
  return {
    id: _id,
    type,
    description,
    user,
    actor: { type: actor.type, name: actor.name },
    timestamp: at,
    ...(type === 'note' ? { content: description } : {}),
    ...(changes ? { changes } : {}),
    ...attributes,
  };
}
