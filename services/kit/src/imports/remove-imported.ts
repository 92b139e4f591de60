import type { ClientSession } from 'mongoose';
import type { Caller } from '../core/caller.js';
import { invalid } from '../core/errors.js';
import type { RpcHandler } from '../rpc/server.js';
import type { ChangeTime, EntryInput } from '../store/journal/entry.js';
import { retryOnConflict } from '../store/records/guarded-update.js';
import type { StoreRuntime } from '../store/store-runtime.js';
import { type ImportHistory, markAsUndone, readImportHistories } from './import-history.js';
import type { RowCheck } from './row-check.js';

/** Maximum records per call. They are removed in one transaction. */
const maxIds = 100;

/** Reason to keep an imported record. */
export type KeptReason = 'CHANGED' | 'HAS_DEAL' | 'HAS_UNITS' | 'MERGED';

export type Removal = KeptReason | 'REMOVED' | 'DELETED';

/** A kind of record whose imports can be undone. */
export interface Removable<T extends { readonly id: string }> {
  /** Operation that the caller must be allowed to use. */
  readonly operation: Pick<RowCheck<object>, 'assertAllowed'>;
  /** Names of background work whose changes don't prevent the removal of a record. */
  readonly derivedBy: readonly string[];
  readonly find: (caller: Caller, ids: readonly string[], session: ClientSession) => Promise<readonly T[]>;
  /** Returns reasons to keep records regardless of their history, such as an active deal, by record id. */
  readonly findBlocked: (
    caller: Caller,
    records: readonly T[],
    session: ClientSession,
  ) => Promise<ReadonlyMap<string, KeptReason>>;
  /** Removes the records in the transaction. Resolves to their journal entries. May throw VersionConflict. */
  readonly remove: (
    caller: Caller,
    records: readonly T[],
    time: ChangeTime,
    session: ClientSession,
  ) => Promise<readonly EntryInput[]>;
}

interface RemovalRequest {
  readonly import_id: string;
  readonly resource: string;
  readonly ids: readonly string[];
}

/** Removes records of one kind that an import created. */
export type RemoveImported = (caller: Caller, request: RemovalRequest) => Promise<readonly Removal[]>;

/** Returns the reason to keep an existing record; null when the record can be removed. */
function findReasonToKeep(history: ImportHistory | undefined, blocked: KeptReason | undefined): KeptReason | null {
  if (blocked) return blocked;
  if (history?.isMerged) return 'MERGED';
  return history?.isCreated && !history.isChanged ? null : 'CHANGED';
}

/** Decides about one record of the call. */
export function decideRemoval(
  exists: boolean,
  history: ImportHistory | undefined,
  blocked: KeptReason | undefined,
): Removal {
  if (exists) return findReasonToKeep(history, blocked) ?? 'REMOVED';
  return history?.isUndone ? 'REMOVED' : 'DELETED';
}

/**
 * Creates the function that removes imported records of one kind. One transaction reads the records, decides by their
 * journal entries, and removes them. If a concurrent change commits first, the transaction runs again.
 */
export function createRemoval<T extends { readonly id: string }>(
  { databases, journal }: Pick<StoreRuntime, 'databases' | 'journal'>,
  { operation, derivedBy, find, findBlocked, remove }: Removable<T>,
): RemoveImported {
  const removeOnce = async (caller: Caller, { import_id: importId, ids }: RemovalRequest) => {
    const { result } = await journal.commit({ caller }, async (session, time) => {
      const records = await find(caller, ids, session);
      const histories = await readImportHistories(databases, caller, { importId, ids, derivedBy }, session);
      const blocked = await findBlocked(caller, records, session);
      const existing = new Set(records.map(({ id }) => id));
      const outcomes = new Map(
        ids.map((id) => [id, decideRemoval(existing.has(id), histories.get(id), blocked.get(id))]),
      );
      const removed = records.filter(({ id }) => outcomes.get(id) === 'REMOVED');
      const entries = removed.length > 0 ? await remove(caller, removed, time, session) : [];
      const marked = entries.map((entry) => markAsUndone(entry, importId));
      return { entries: marked, result: ids.map((id) => outcomes.get(id) ?? 'DELETED') };
    });
    return result;
  };
  return (caller, request) => {
    operation.assertAllowed(caller);
    return retryOnConflict(() => removeOnce(caller, request));
  };
}

/**
 * Creates RecordsService.RemoveImported for the resources of a service. It may be repeated. Throws VALIDATION_ERROR for
 * an invalid request, and FORBIDDEN for a caller who may not delete such records.
 * @param removals kinds of records, by the resource that a request names.
 * @param outcomes names of the outcomes in the protocol.
 */
export function createRemoveImported<Outcome>(
  removals: Readonly<Record<string, RemoveImported>>,
  outcomes: Readonly<Record<`REMOVAL_OUTCOME_${Removal}`, Outcome>>,
): RpcHandler<RemovalRequest, { readonly outcomes: Outcome[] }> {
  return async (request, call) => {
    const caller = call.caller();
    const { resource, import_id, ids } = request;
    const removal = Object.hasOwn(removals, resource) ? removals[resource] : undefined;
    if (!removal) throw invalid({ field: 'resource', message: 'cannot be imported by this service' });
    if (import_id === '') throw invalid({ field: 'import_id', message: 'is required' });
    const isBounded = ids.length >= 1 && ids.length <= maxIds;
    if (!isBounded) throw invalid({ field: 'ids', message: `must have 1 to ${maxIds} items` });
    const removed = await removal(caller, request);
    return { outcomes: removed.map((outcome) => outcomes[`REMOVAL_OUTCOME_${outcome}`]) };
  };
}
