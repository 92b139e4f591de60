import { isDeepStrictEqual } from 'node:util';
import { isAcknowledged, isRefused, type Operation, type Resource } from '../history/operation.js';
import { type Creation, listCreations, listFieldWrites, selectLastWrites } from '../history/record-writes.js';
import { nameOf, recordsOf, type Snapshot } from '../snapshot/snapshot.js';
import { show, type Violation } from './violation.js';

const resources: readonly Resource[] = ['lead', 'property', 'unit', 'agent', 'team', 'webhook'];
const rule = 'acknowledged-writes';

/** Fields that change without a write to the record. Other checks cover them. */
const changedOtherwise: Readonly<Record<string, readonly string[]>> = { lead: ['assigned_agent'] };

/** Returns the acknowledged and attempted deletions of the record. */
function deletionsOf(operations: readonly Operation[], id: string): Operation[] {
  return operations.filter(({ effects }) => effects.some((effect) => effect.kind === 'delete' && effect.id === id));
}

function checkExistence(operations: readonly Operation[], snapshot: Snapshot, creation: Creation): Violation[] {
  const { operation, effect, id } = creation;
  const found = recordsOf(snapshot, effect.resource).filter(
    (record) => record.id === id || nameOf(effect.resource, record) === effect.name,
  );
  const violation = (message: string): Violation[] => [{ rule, tenant: snapshot.tenant, message, operation }];
  if (found.length > 1)
    return violation(
      `${effect.resource} ${effect.name} is there ${found.length} times: ${show(found.map((one) => one.id))}`,
    );
  const [record] = found;
  if (isRefused(operation) && record) return violation(`${effect.resource} ${record.id} is there, though refused`);
  if (id === null) return [];
  if (record && record.id !== id)
    return violation(`${effect.resource} ${effect.name} has the id ${record.id}, not ${id}`);
  const deletions = deletionsOf(operations, id);
  // A retried deletion gets 404 if the first attempt took effect.
  const isDone = (one: Operation) => isAcknowledged(one) || (one.answer?.status === 404 && one.attempts.length > 1);
  const isDeleted = deletions.some(isDone);
  if (!record && !isDeleted && deletions.every(isRefused))
    return violation(`${effect.resource} ${id} was acknowledged and is not there`);
  if (record && isDeleted) return violation(`${effect.resource} ${id} is there, though deleted`);
  return [];
}

function checkFields(operations: readonly Operation[], snapshot: Snapshot, resource: Resource): Violation[] {
  const creations = new Map(
    listCreations(operations).flatMap((creation) =>
      creation.effect.resource === resource ? [[creation.effect.name, creation] as const] : [],
    ),
  );
  const sold = new Set(snapshot.deals.filter(({ status }) => status === 'closed').map(({ unit_id }) => unit_id));
  const everSold = new Set(snapshot.deals.map(({ unit_id }) => unit_id));
  return recordsOf(snapshot, resource).flatMap((record) => {
    // A record whose name has changed is found by its id.
    const creation =
      creations.get(String(nameOf(resource, record))) ?? [...creations.values()].find(({ id }) => id === record.id);
    const writes = listFieldWrites(operations, resource, record.id, creation);
    return [...writes].flatMap(([field, all]) => {
      if (changedOtherwise[resource]?.includes(field)) return [];
      if (resource === 'unit' && field === 'status' && (sold.has(record.id) || everSold.has(record.id))) return [];
      if (!all.some((write) => write.isAcknowledged)) return [];
      const last = selectLastWrites(all);
      if (last.some(({ value }) => isMatch(value, record[field]))) return [];
      const operation = last.at(-1)?.operation;
      const message = `${resource} ${record.id}: ${field} is ${show(record[field])}, not ${show(last.map(({ value }) => value))}`;
      return [{ rule, tenant: snapshot.tenant, message, ...(operation && { operation }) }];
    });
  });
}

/** Returns whether the field has the value. An object may also have members that were not written. */
function isMatch(written: unknown, seen: unknown): boolean {
  if (isDeepStrictEqual(written, seen)) return true;
  if (typeof written !== 'object' || written === null || typeof seen !== 'object' || seen === null) return false;
  if (Array.isArray(written)) return false;
  return Object.entries(written).every(([key, value]) => isDeepStrictEqual(value, Reflect.get(seen, key)));
}

function checkNotes(operations: readonly Operation[], snapshot: Snapshot): Violation[] {
  const notes = operations.flatMap((operation) =>
    operation.effects.flatMap((effect) => (effect.kind === 'note' ? [{ operation, ...effect }] : [])),
  );
  return notes.flatMap(({ operation, leadId, content }) => {
    const timeline = snapshot.timelines.get(leadId);
    const count = timeline?.filter((entry) => entry.type === 'note' && entry.content === content).length;
    const wanted = isAcknowledged(operation) ? [1] : isRefused(operation) ? [0] : [0, 1];
    if (count === undefined || wanted.includes(count)) return [];
    const message = `the note "${content}" of ${leadId} is there ${count} times`;
    return [{ rule, tenant: snapshot.tenant, message, operation }];
  });
}

function checkDeletedReads(snapshot: Snapshot): Violation[] {
  return [...snapshot.deletedReads]
    .filter(([, status]) => status !== 404)
    .map(([path, status]) => ({ rule, tenant: snapshot.tenant, message: `${path} was deleted and answers ${status}` }));
}

/**
 * Checks that every acknowledged record exists once, under the acknowledged id, with the last acknowledged values or
 * values from a later unacknowledged write. Also checks that acknowledged deletions are final, and that no retry
 * created a second record or note.
 */
export function checkAcknowledgedWrites(operations: readonly Operation[], snapshot: Snapshot): Violation[] {
  return [
    ...listCreations(operations).flatMap((creation) => checkExistence(operations, snapshot, creation)),
    ...resources.flatMap((resource) => checkFields(operations, snapshot, resource)),
    ...checkNotes(operations, snapshot),
    ...checkDeletedReads(snapshot),
  ];
}
