import { isDeepStrictEqual } from 'node:util';
import { isReduced, type SeenEvent } from '../snapshot/seen-event.js';
import type { Snapshot } from '../snapshot/snapshot.js';
import { show, type Violation } from './violation.js';

/**
 * Counts events that the log has after an event with a later state of the same record. The log doesn't guarantee the
 * order of changes.
 */
export function countLateEvents(log: readonly SeenEvent[]): number {
  const newest = new Map<unknown, string>();
  return log.filter(({ data }) => {
    const at = String(data.updated_at ?? '');
    const before = newest.get(data.id) ?? '';
    if (at >= before) newest.set(data.id, at);
    return at !== '' && at < before;
  }).length;
}

function findMisfits(log: readonly SeenEvent[], received: readonly SeenEvent[]): string[] {
  const told = new Map(log.map((event) => [event.id, event]));
  const sent = new Map(received.map((event) => [event.id, event]));
  const differs = ([id, event]: readonly [string, SeenEvent]) => {
    const other = told.get(id);
    return other && !isReduced(event) && !isReduced(other) && event.body !== other.body;
  };
  return [
    ...[...sent.keys()].filter((id) => !told.has(id)).map((id) => `event ${id} was sent, and the log was read past it`),
    ...[...told.keys()].filter((id) => !sent.has(id)).map((id) => `event ${id} is in the log, and was not sent`),
    ...[...sent]
      .filter(differs)
      .map(([id, { body }]) => `event ${id} was sent as ${body}, and logged with other content`),
  ];
}

/**
 * Checks a reader that followed the log by cursor while events were recorded and processes were killed. The reader must
 * have every sent event once, in the final order of the whole log.
 */
export function checkEventLog({ tenant, events, log, logAgain, logGaps }: Snapshot): Violation[] {
  const ids = log.map(({ id }) => id);
  const twice = ids.filter((id, place) => ids.indexOf(id) !== place);
  const place = logAgain.findIndex((id, index) => id !== ids[index]);
  const messages = [
    ...twice.map((id) => `event ${id} came twice by cursor`),
    ...(isDeepStrictEqual(ids, logAgain)
      ? []
      : [
          `the log reads otherwise from the beginning, from entry ${place} on: ${show(logAgain.slice(place, place + 3))}`,
        ]),
    ...(logGaps > 0 ? [`the log reported a gap ${logGaps} times`] : []),
    ...findMisfits(log, events),
  ];
  return messages.map((message) => ({ rule: 'event-log', tenant, message }));
}
