import type { Tree } from '../../../../support/contract/tree.js';
import { isTree, treesOf } from '../../../../support/contract/tree.js';
import { attemptLifetimeMs, type Effect, isAcknowledged, isRefused, type Operation, startOf } from './operation.js';

type CreateEffect = Extract<Effect, { kind: 'create' }>;

/** New record with the id from the answer. Null if no answer had an id. */
export interface Creation {
  readonly operation: Operation;
  readonly effect: CreateEffect;
  readonly id: string | null;
}

/**
 * Returns the ids of the records that an answer reports as created. The answer has one record, an array of records, or
 * rows with separate results.
 */
function createdIds(data: unknown): (string | null)[] {
  const rows = Array.isArray(data) ? treesOf(data) : isTree(data) ? [data] : [];
  return rows.map((row) => (isTree(row.data) ? row.data : row)).map(({ id }) => (typeof id === 'string' ? id : null));
}

/** Returns the records that the operations created, in order. Refused operations created none. */
export function listCreations(operations: readonly Operation[]): Creation[] {
  return operations.flatMap((operation) => {
    const ids = isAcknowledged(operation) ? createdIds(operation.answer?.data) : [];
    return operation.effects
      .filter((effect) => effect.kind === 'create')
      .map((effect, place) => ({ operation, effect, id: ids[place] ?? null }));
  });
}

/**
 * Value that a field may have starting at the time `from`. If the write is unacknowledged, the value may still appear
 * until `until`.
 */
export interface FieldWrite {
  readonly operation: Operation;
  readonly value: unknown;
  readonly from: number;
  readonly until: number;
  readonly isAcknowledged: boolean;
}

function toWrites(operation: Operation, value: unknown): FieldWrite[] {
  const { attempts, answer, key } = operation;
  const acknowledged = isAcknowledged(operation);
  const last = attempts.at(-1);
  // Without a key, each attempt is a separate request, and a failed attempt may take effect late.
  const loose = attempts
    .filter((attempt) => !acknowledged || attempt !== last)
    .map((attempt) => ({
      operation,
      value,
      from: attempt.sentAt,
      until: attempt.sentAt + attemptLifetimeMs,
      isAcknowledged: false,
    }));
  if (acknowledged && last) {
    const from = key === null ? last.sentAt : startOf(operation);
    const acknowledgedWrite = { operation, value, from, until: answer?.at ?? last.endedAt, isAcknowledged: true };
    return key === null ? [...loose, acknowledgedWrite] : [acknowledgedWrite];
  }
  // A refusal is final for its own attempt, but not for earlier attempts.
  return isRefused(operation) ? loose.slice(0, -1) : loose;
}

/** Writes to every field of one record, by field. */
export function listFieldWrites(
  operations: readonly Operation[],
  resource: string,
  id: string,
  creation: Creation | undefined,
): Map<string, FieldWrite[]> {
  const writes = new Map<string, FieldWrite[]>();
  const add = (operation: Operation, fields: Tree) => {
    for (const [field, value] of Object.entries(fields)) {
      writes.set(field, [...(writes.get(field) ?? []), ...toWrites(operation, value)]);
    }
  };
  if (creation) add(creation.operation, creation.effect.fields);
  for (const operation of operations) {
    for (const effect of operation.effects) {
      if (effect.kind === 'write' && effect.resource === resource && effect.id === id) add(operation, effect.fields);
    }
  }
  return writes;
}

/**
 * Returns the writes that may have set the field's final value. Excludes writes that ended before an acknowledged write
 * began.
 */
export function selectLastWrites(writes: readonly FieldWrite[]): FieldWrite[] {
  return writes.filter(
    (write) => !writes.some((later) => later !== write && later.isAcknowledged && later.from > write.until),
  );
}
