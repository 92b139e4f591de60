import type { EventInput } from '@plotline/kit/store/journal/entry';

/** Maximum units in one transaction, journal entry and `listing.removed` message. A property may have more. */
export const maxRemovedIds = 500;

function* chunk(ids: readonly string[]): Generator<readonly string[]> {
  for (let start = 0; start < ids.length; start += maxRemovedIds) yield ids.slice(start, start + maxRemovedIds);
}

/**
 * Creates internal events that send the ids of deleted listings to other services. Webhooks can't subscribe to these
 * events.
 */
export function toRemovedEvents(ids: readonly string[]): EventInput[] {
  return [...chunk(ids)].map((some) => ({ name: 'listing.removed', data: { ids: some } }));
}

/** Creates the public event of a deleted listing. */
export function toDeletedEvent(kind: 'property' | 'unit', id: string, deletedAt: Date): EventInput {
  return { name: `${kind}.deleted`, data: { id, deleted_at: deletedAt } };
}
