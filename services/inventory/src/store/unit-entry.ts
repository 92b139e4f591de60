import { diff, previousValues } from '@plotline/kit/journal/diff';
import type { EntryInput, EventInput } from '@plotline/kit/journal/entry';
import type { Unit } from '../domain/unit.js';
import { removedEvents } from './removed-events.js';

/** Makes the `data` of a unit's events. */
export type RenderUnit = (unit: Unit) => object;

/** How the journal tells of a change. */
export interface UnitChange {
  readonly type: 'field_update' | 'deal_closed' | 'deal_cancelled';
  readonly description: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
}

export function createdUnitEntry(unit: Unit, render: RenderUnit): EntryInput {
  const events = [{ name: 'unit.created', data: render(unit) }];
  return { subject: unit.id, type: 'created', description: `Unit ${unit.name} was created.`, events };
}

/** The contract has no event for it; the journal keeps what the unit was. */
export function deletedUnitEntry(unit: Unit, render: RenderUnit): EntryInput {
  const description = `Unit ${unit.name} was deleted.`;
  const attributes = { record: render(unit) };
  return { subject: unit.id, type: 'deleted', description, attributes, events: removedEvents([unit.id]) };
}

/** A change that is not public gives an entry without events. */
export function changedUnitEntry(before: Unit, after: Unit, change: UnitChange, render: RenderUnit): EntryInput {
  const data = render(after);
  const changes = diff(render(before), data);
  const events: EventInput[] = [];
  const previous = previousValues(changes);
  if (Object.keys(changes).length > 0) events.push({ name: 'unit.updated', data, previous });
  if (after.status === 'sold' && before.status !== 'sold') events.push({ name: 'unit.sold', data, previous });
  return { subject: after.id, ...change, changes, events };
}
