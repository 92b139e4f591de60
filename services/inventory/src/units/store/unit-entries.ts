import { diff, type EntryInput, type EventInput, previousValues } from '@plotline/kit/store/journal/entry';
import { nextVersion } from '@plotline/kit/store/records/guarded-update';
import { toDeletedEvent, toRemovedEvents } from '../../listings/store/listing-entries.js';
import type { Unit } from '../model/unit.js';

/** Renders the `data` of a unit's events. */
export type UnitToJson = (unit: Unit) => object;

/** Description of a unit's change for the journal. */
export interface UnitChangeDescription {
  readonly type: 'field_update' | 'hold_changed' | 'deal_closed' | 'deal_cancelled';
  readonly description: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
}

export function toUnitCreatedEntry(unit: Unit, toJson: UnitToJson): EntryInput {
  const events = [{ name: 'unit.created', version: unit.version, data: toJson(unit) }];
  return { subject: unit.id, type: 'created', description: `Unit ${unit.name} was created.`, events };
}

/** Creates the journal entry of a deleted unit, with its last state. */
export function toUnitDeletedEntry(unit: Unit, deletedAt: Date, toJson: UnitToJson): EntryInput {
  const description = `Unit ${unit.name} was deleted.`;
  const attributes = { record: toJson(unit) };
  const events = [toDeletedEvent('unit', unit.id, deletedAt), ...toRemovedEvents([unit.id])];
  return { subject: unit.id, type: 'deleted', description, attributes, events };
}

/** Creates the journal entry of a changed unit. The entry has no events if only internal fields or the hold changed. */
export function toUnitChangedEntry(
  before: Unit,
  after: Unit,
  description: UnitChangeDescription,
  toJson: UnitToJson,
): EntryInput {
  const data = toJson(after);
  const changes = diff(toJson(before), data);
  const events: EventInput[] = [];
  const told = { version: nextVersion(before, after), data, previous: previousValues(changes) };
  // A change that affects only the hold has its own events.
  if (Object.keys(changes).some((field) => field !== 'hold')) events.push({ name: 'unit.updated', ...told });
  if (after.status === 'sold' && before.status !== 'sold') events.push({ name: 'unit.sold', ...told });
  return { subject: after.id, ...description, changes, events };
}
