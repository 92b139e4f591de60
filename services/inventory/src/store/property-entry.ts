import { diff, previousValues } from '@plotline/kit/journal/diff';
import type { EntryInput, EventInput } from '@plotline/kit/journal/entry';
import type { Property } from '../domain/property.js';
import { noUnits, type UnitTally } from '../domain/unit-tally.js';
import { removedEvents } from './removed-events.js';

/** Makes the `data` of a property's events. */
export type RenderProperty = (property: Property, tally: UnitTally) => object;

export function createdPropertyEntry(property: Property, render: RenderProperty): EntryInput {
  const events = [{ name: 'property.created', data: render(property, noUnits) }];
  return { subject: property.id, type: 'created', description: `Property ${property.name} was created.`, events };
}

/** The contract has no event for it; the journal keeps what the property was, and how many units went with it. */
export function deletedPropertyEntry(
  property: Property,
  unitIds: readonly string[],
  render: RenderProperty,
): EntryInput {
  const units = unitIds.length;
  const record = render(property, { units_count: units, units_available: 0 });
  return {
    subject: property.id,
    type: 'deleted',
    description: `Property ${property.name} was deleted with its ${units} units.`,
    attributes: { record, units },
    events: removedEvents([property.id, ...unitIds]),
  };
}

export interface PropertyMove {
  readonly before: Property;
  readonly after: Property;
  /** As counted a moment ago; it is shown and is no part of the change. */
  readonly tally: UnitTally;
}

/** No entry: nothing that the public sees has changed. */
export function changedPropertyEntries({ before, after, tally }: PropertyMove, render: RenderProperty): EntryInput[] {
  const data = render(after, tally);
  const changes = diff(render(before, tally), data);
  if (Object.keys(changes).length === 0) return [];
  const previous = previousValues(changes);
  const events: EventInput[] = [{ name: 'property.updated', data, previous }];
  if (changes['status']) events.push({ name: 'property.status_changed', data, previous });
  const description = `Property ${after.name} was changed.`;
  return [{ subject: after.id, type: 'field_update', description, changes, events }];
}
