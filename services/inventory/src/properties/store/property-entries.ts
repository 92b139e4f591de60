import { diff, type EntryInput, type EventInput, previousValues } from '@plotline/kit/store/journal/entry';
import { nextVersion } from '@plotline/kit/store/records/guarded-update';
import { toDeletedEvent, toRemovedEvents } from '../../listings/store/listing-entries.js';
import { type UnitCounter, zeroCounter } from '../../units/model/unit-counter.js';
import type { Property } from '../model/property.js';

/** Renders the `data` of a property's events. */
export type PropertyToJson = (property: Property, counter: UnitCounter) => object;

export function toPropertyCreatedEntry(property: Property, toJson: PropertyToJson): EntryInput {
  const events = [{ name: 'property.created', version: property.version, data: toJson(property, zeroCounter) }];
  return { subject: property.id, type: 'created', description: `Property ${property.name} was created.`, events };
}

function describeUnits(propertyId: string, unitIds: readonly string[], deletedAt: Date) {
  return {
    subject: propertyId,
    type: 'deleted',
    description: `${unitIds.length} units were deleted with the property.`,
    events: unitIds.map((id) => toDeletedEvent('unit', id, deletedAt)),
  };
}

/** Creates the journal entry for units that are deleted after their property. */
export function toUnitsDeletedEntry(propertyId: string, unitIds: readonly string[], deletedAt: Date): EntryInput {
  const entry = describeUnits(propertyId, unitIds, deletedAt);
  return { ...entry, events: [...entry.events, ...toRemovedEvents(unitIds)] };
}

/**
 * Creates the journal entries of a deleted property. The first entry has the last state of the property and the number
 * of its units. The second lists the units that were deleted with it.
 */
export function toPropertyDeletedEntries(
  property: Property,
  { ids, count }: { readonly ids: readonly string[]; readonly count: number },
  deletedAt: Date,
  toJson: PropertyToJson,
): EntryInput[] {
  const deleted = {
    subject: property.id,
    type: 'deleted',
    description: `Property ${property.name} was deleted with its ${count} units.`,
    attributes: { record: toJson(property, { ...zeroCounter, units_count: count }), units: count },
    events: [toDeletedEvent('property', property.id, deletedAt), ...toRemovedEvents([property.id, ...ids])],
  };
  return ids.length === 0 ? [deleted] : [deleted, describeUnits(property.id, ids, deletedAt)];
}

interface PropertyChange {
  readonly before: Property;
  readonly after: Property;
  /** Counter for the `data` of events. The counter is read before the change and isn't part of it. */
  readonly counter: UnitCounter;
}

/** Creates one journal entry, or none when no public field has changed. */
export function toPropertyChangedEntries(
  { before, after, counter }: PropertyChange,
  toJson: PropertyToJson,
): EntryInput[] {
  const data = toJson(after, counter);
  const changes = diff(toJson(before, counter), data);
  if (Object.keys(changes).length === 0) return [];
  const told = { version: nextVersion(before, after), data, previous: previousValues(changes) };
  const events: EventInput[] = [{ name: 'property.updated', ...told }];
  if (changes['status']) events.push({ name: 'property.status_changed', ...told });
  const description = `Property ${after.name} was changed.`;
  return [{ subject: after.id, type: 'field_update', description, changes, events }];
}
