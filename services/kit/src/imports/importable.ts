import { setImmediate } from 'node:timers/promises';
import type { ClientSession } from 'mongoose';
import type { Answer } from '../core/answer.js';
import type { Caller, Tenant } from '../core/caller.js';
import { type ProblemDetail, unavailable } from '../core/errors.js';
import { isExternalIdKey } from '../core/ids.js';
import { describeQuota, findRoom, type QuotaUse } from '../core/quota.js';
import type { Clock } from '../core/time.js';
import { isDuplicateKey } from '../store/indexes.js';
import { ChangeTime, toEntry } from '../store/journal/entry.js';
import type { WritableRecords } from '../store/records/collection.js';
import type { KeyClaims } from '../store/records/external-ids.js';
import { retryOnConflict, VersionConflict } from '../store/records/guarded-update.js';
import type { Versioned } from '../store/records/records.js';
import { markAsImported } from './import-history.js';
import { type ImportedRecords, ImportPlan, type KeyedRow, type Step } from './import-plan.js';
import type { Importable, ImportedRecord, RowsCommand } from './import-rows.js';
import { toRowsAnswer } from './row-results.js';

/** Maximum items that are handled before waiting requests get a turn. */
const maxAtOnce = 20;

/** Maps the items in order. Pauses in between, so that the process can answer requests. */
export async function mapInTurn<T, R>(items: readonly T[], work: (item: T, place: number) => R): Promise<R[]> {
  const done: R[] = [];
  for (const [place, item] of items.entries()) {
    done.push(work(item, place));
    if (done.length % maxAtOnce === 0) await setImmediate();
  }
  return done;
}

/** Returns whether the paths are equal or one contains the other: `price` contains `price.amount`. */
function isRelated(one: string, other: string): boolean {
  const [outer, inner] = one.length < other.length ? [one, other] : [other, one];
  return inner === outer || inner.startsWith(`${outer}.`) || inner.startsWith(`${outer}[`);
}

/**
 * Adds errors that were known before the decision about the row. The row then fails with these errors and with those of
 * its other fields. A field that couldn't be read isn't also reported as missing.
 */
export function addKnownFaults<T>(step: Step<T>, known: readonly ProblemDetail[] | undefined): Step<T> {
  if (!known) return step;
  const found = 'faults' in step ? step.faults : [];
  const others = found.filter(({ field }) => !known.some((fault) => isRelated(fault.field, field)));
  return { faults: [...known, ...others] };
}

/** Input for the decision about a row. */
export interface Decision<T extends Versioned> {
  readonly command: RowsCommand;
  readonly plan: ImportPlan<T>;
  /** Time of the change. */
  readonly at: Date;
}

/** State that an import's decisions are based on: the stored records that have keys of its rows, and the time. */
export interface ImportBasis<T> {
  readonly known: readonly T[];
  readonly at: Date;
}

/** Steps that import a kind of record. */
export interface ImportSteps<T extends Versioned, Row extends KeyedRow, Prepared extends KeyedRow>
  extends Pick<Importable, 'operations' | 'onDuplicate'> {
  readonly clock: Clock;
  readonly getKeys: (record: T) => readonly string[];
  /** Checks the row against the contract. */
  readonly check: (command: RowsCommand, record: ImportedRecord) => Row;
  /** Replaces references to other records with ids, before the keys of the rows are looked up. */
  readonly resolve?: (command: RowsCommand, rows: readonly Row[]) => Promise<readonly Row[]>;
  /** Finds the records with one of the keys; at least the two oldest for each. */
  readonly find: (command: RowsCommand, keys: readonly string[]) => Promise<readonly T[]>;
  /** Looks up further facts about all rows together, in other services and collections. */
  readonly prepare: (command: RowsCommand, rows: readonly Row[], basis: ImportBasis<T>) => Promise<readonly Prepared[]>;
  /** Reads the quota for these records. Rows that would exceed it fail. */
  readonly readQuota?: (caller: Caller) => Promise<QuotaUse>;
  /** Decides about the row as if it were a separate request after the previous rows. */
  readonly decide: (decision: Decision<T>, row: Prepared) => Step<T>;
  /** Stores everything in one transaction. Throws VersionConflict when the basis has changed. */
  readonly store: (
    command: RowsCommand,
    records: ImportedRecords<T>,
    basis: ImportBasis<T>,
    answer: Answer,
  ) => Promise<void>;
}

/**
 * Creates a check that turns each creation beyond the quota into a fault, in the order of the rows. Rows that fail for
 * another reason use no room.
 */
function createRoomCheck<T>(quota: QuotaUse | undefined, createdBefore: number): (step: Step<T>) => Step<T> {
  let room = quota ? findRoom(quota) - createdBefore : Number.POSITIVE_INFINITY;
  return (step) => {
    if (!quota || !('created' in step)) return step;
    room -= 1;
    return room < 0 ? { faults: [{ field: '', message: describeQuota(quota) }] } : step;
  };
}

/** Errors of rows that are only checked, by row number. */
type KnownFaults = ReadonlyMap<number, ImportedRecord['faults']>;

async function importOnce<T extends Versioned, Row extends KeyedRow, Prepared extends KeyedRow>(
  steps: ImportSteps<T, Row, Prepared>,
  command: RowsCommand,
  rows: readonly Row[],
  knownFaults: KnownFaults,
): Promise<Answer> {
  const known = await steps.find(command, [...new Set(rows.flatMap(({ keys }) => keys))]);
  const at = new ChangeTime(steps.clock()).after(...known);
  const plan = new ImportPlan(known, steps.getKeys);
  const prepared = await steps.prepare(command, rows, { known, at });
  const checkRoom = createRoomCheck<T>(await steps.readQuota?.(command.caller), command.createdBefore);
  await mapInTurn(prepared, (row) => {
    const time = plan.timeOf(row, at);
    const step = addKnownFaults(steps.decide({ command, plan, at: time }, row), knownFaults.get(row.number));
    plan.add(row, checkRoom(step), time);
  });
  const answer = toRowsAnswer(plan.getResults(command.isDryRun));
  const planned = plan.getEntries();
  if (command.isDryRun || planned.length === 0) return answer;
  const entries = await mapInTurn(planned, ({ at: time, entry }) =>
    toEntry(command.caller, time, markAsImported(entry, command.importId)),
  );
  await steps.store(command, { ...plan.toRecords(), entries }, { known, at }, answer);
  return answer;
}

/**
 * Creates an importable kind from these steps. Checks and resolves each row only once. Repeats deciding and storing
 * while other writers change the basis.
 */
export function createImportable<T extends Versioned, Row extends KeyedRow, Prepared extends KeyedRow>(
  steps: ImportSteps<T, Row, Prepared>,
): Importable {
  const { operations, onDuplicate } = steps;
  return {
    operations,
    onDuplicate,
    importRows: async (command, records) => {
      const checked = await mapInTurn(records, (record) => steps.check(command, record));
      const rows = steps.resolve ? await steps.resolve(command, checked) : checked;
      const faulty = records.filter(({ faults }) => faults.length > 0);
      const knownFaults = new Map(faulty.map(({ number, faults }) => [number, faults]));
      return retryOnConflict(() => importOnce(steps, command, rows, knownFaults), {
        exhausted: () => unavailable('Too many requests are changing the records of the rows. Try again.'),
      });
    },
  };
}

/** Collection that imported records are written to. */
export interface ImportTarget<T extends Versioned> {
  readonly tenant: Tenant;
  readonly records: WritableRecords<T>;
  readonly claims: KeyClaims;
  readonly find: (keys: readonly string[], session: ClientSession) => Promise<readonly T[]>;
  /** Fields that decisions depend on and that change without a new version. */
  readonly unversioned?: readonly (keyof T)[];
}

/**
 * Writes an import's decisions in a transaction. Throws VersionConflict if a known record has changed, or if a
 * different record has got one of the keys.
 */
export async function writeImported<T extends Versioned>(
  { tenant, records, claims, find, unversioned }: ImportTarget<T>,
  { created, changed, keys }: ImportedRecords<T>,
  { known, at }: ImportBasis<T>,
  session: ClientSession,
): Promise<void> {
  // The unique index guards external ids.
  const contended = keys.filter((key) => !isExternalIdKey(key));
  if (contended.length > 0) {
    await claims.claim(tenant, contended, at, session);
    const knownIds = new Set(known.map(({ id }) => id));
    if ((await find(contended, session)).some(({ id }) => !knownIds.has(id))) throw new VersionConflict();
  }
  await records.changeAll(changed, session, unversioned);
  await records.insertAll(created, session);
}

/**
 * Waits for the commit of an import. Throws VersionConflict if a unique index or a concurrent claim refused the commit.
 */
export async function commitImported(commit: Promise<unknown>): Promise<void> {
  await commit.catch((error: unknown) => {
    throw isDuplicateKey(error) ? new VersionConflict() : error;
  });
}
