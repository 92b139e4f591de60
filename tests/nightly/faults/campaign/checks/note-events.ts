import { isDeepStrictEqual } from 'node:util';
import type { Snapshot } from '../snapshot/snapshot.js';
import { show, type Violation } from './violation.js';

/** Checks that each note in a lead's timeline has one event with the same content. */
export function checkNoteEvents(snapshot: Snapshot): Violation[] {
  const told = new Map(
    snapshot.events.filter(({ event }) => event === 'lead.note_added').map((event) => [event.id, event]),
  );
  const messages = [...snapshot.timelines].flatMap(([leadId, timeline]) => {
    const notes = timeline.filter(({ type }) => type === 'note');
    const own = [...told.values()].filter(({ data }) => data.lead_id === leadId).map(({ data }) => data.entry);
    const untold = notes.filter((note) => !own.some((entry) => isDeepStrictEqual(entry, note)));
    return [
      ...untold.map((note) => `${leadId}: no event for the note ${show(note)}`),
      ...(own.length > notes.length ? [`${leadId}: ${own.length} events for ${notes.length} notes`] : []),
    ];
  });
  return messages.map((message) => ({ rule: 'note-events', tenant: snapshot.tenant, message }));
}
