import type { EventInput } from '@plotline/kit/journal/entry';

/** Ids in one event, so that a message stays small however large the property. */
const mostIds = 500;

/**
 * Tells the other services which listings are gone. The event is not one of the contract's, so subscribers never see it.
 */
export function removedEvents(ids: readonly string[]): EventInput[] {
  const events: EventInput[] = [];
  for (let start = 0; start < ids.length; start += mostIds) {
    events.push({ name: 'listing.removed', data: { ids: ids.slice(start, start + mostIds) } });
  }
  return events;
}
