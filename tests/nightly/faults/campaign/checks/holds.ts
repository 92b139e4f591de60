import { isTree } from '../../../../support/contract/tree.js';
import type { SeenRecord, Snapshot } from '../snapshot/snapshot.js';
import { show, type Violation } from './violation.js';

const isOpen = ({ status }: SeenRecord) => status === 'active' || status === 'queued';

/**
 * Checks that the open holds on a unit agree with each other, with the unit's buyer, and with the unit's own fields.
 */
function findUnitFaults(unit: SeenRecord, { holds, deals }: Snapshot): string[] {
  const own = holds.filter(({ unit_id }) => unit_id === unit.id);
  if (own.length === 0) return [];
  const open = own.filter(isOpen);
  const active = open.filter(({ status }) => status === 'active');
  const places = open.flatMap(({ status, position }) => (status === 'queued' ? [Number(position)] : []));
  const isSold = deals.some(({ unit_id, status }) => unit_id === unit.id && status === 'closed');
  const expected = isSold ? 'sold' : active.length > 0 ? 'reserved' : 'available';
  const shown = isTree(unit.hold) ? unit.hold.id : null;
  const leads = new Set(open.map(({ lead_id }) => lead_id));
  const isInOrder = places.sort((one, other) => one - other).every((place, index) => place === index + 1);
  return [
    ...(active.length > 1 ? [`unit ${unit.id} has ${active.length} active holds`] : []),
    ...(isSold && open.length > 0
      ? [`unit ${unit.id} is sold and has open holds: ${show(open.map(({ id }) => id))}`]
      : []),
    ...(active.length === 0 && places.length > 0 ? [`a hold waits for unit ${unit.id}, which has no active hold`] : []),
    ...(isInOrder ? [] : [`the places in the queue of unit ${unit.id} are ${show(places)}`]),
    ...(leads.size === open.length ? [] : [`a lead has two open holds of unit ${unit.id}`]),
    ...(unit.status === expected ? [] : [`unit ${unit.id} is ${show(unit.status)}, not ${expected}`]),
    ...(shown === (active[0]?.id ?? null) ? [] : [`unit ${unit.id} shows the hold ${show(shown)}`]),
  ];
}

/** Checks that a converted hold belongs to a deal of its lead. */
function findConversionFaults({ holds, deals }: Snapshot): string[] {
  return holds
    .filter(({ status }) => status === 'converted')
    .filter(({ unit_id, lead_id }) => !deals.some((deal) => deal.unit_id === unit_id && deal.lead_id === lead_id))
    .map(({ id }) => `the hold ${id} was converted without a deal`);
}

/**
 * Checks that a unit has at most one active hold. Its status and the queue must follow from its holds and its buyer.
 * Only a deal of the hold's lead may have converted a hold.
 */
export function checkHolds(snapshot: Snapshot): Violation[] {
  const found = [
    ...snapshot.units.flatMap((unit) => findUnitFaults(unit, snapshot)),
    ...findConversionFaults(snapshot),
  ];
  return found.map((message) => ({ rule: 'holds', tenant: snapshot.tenant, message }));
}
