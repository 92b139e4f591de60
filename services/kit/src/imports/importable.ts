import type { Answer } from '../core/answer.js';
import { unavailable } from '../core/errors.js';
import { mapInTurn } from '../core/map-in-turn.js';
import type { Clock } from '../core/time.js';
import { ChangeTime, toEntry } from '../store/journal/entry.js';
import { retryOnConflict } from '../store/records/guarded-update.js';
import type { Versioned } from '../store/records/records.js';
import { markAsImported } from './import-history.js';
import { type ImportedRecords, ImportPlan, type KeyedRow, type Step } from './import-plan.js';
import type { Importable, ImportedRecord, RowsCommand } from './import-rows.js';
import { addKnownFaults } from './known-faults.js';
import { toRowsAnswer } from './row-results.js';

/** Basis for the decision about a row. */
export interface Decision<T extends Versioned> {
  readonly command: RowsCommand;
  readonly plan: ImportPlan<T>;
  /** Time of the change. */
  readonly at: Date;
}

/** Basis of an import: the records that had keys of its rows, and the time. */
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
  /** Replaces the texts by which the rows name other records, before their keys are looked up. */
  readonly resolve?: (command: RowsCommand, rows: readonly Row[]) => Promise<readonly Row[]>;
  /** Finds the records with one of the keys; at least the two oldest for each. */
  readonly find: (command: RowsCommand, keys: readonly string[]) => Promise<readonly T[]>;
  /** Asks other services and collections about all rows at once. */
  readonly prepare: (command: RowsCommand, rows: readonly Row[], basis: ImportBasis<T>) => Promise<readonly Prepared[]>;
  /** Decides as if the row had been requested on its own, after the rows before it. */
  readonly decide: (decision: Decision<T>, row: Prepared) => Step<T>;
  /** Stores everything in one transaction. Throws VersionConflict when the basis has changed. */
  readonly store: (
    command: RowsCommand,
    records: ImportedRecords<T>,
    basis: ImportBasis<T>,
    answer: Answer,
  ) => Promise<void>;
}

/** Faults of rows that are only checked, by the numbers of the rows. */
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
  await mapInTurn(prepared, (row) => {
    const time = plan.timeOf(row, at);
    const step = steps.decide({ command, plan, at: time }, row);
    plan.add(row, addKnownFaults(step, knownFaults.get(row.number)), time);
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
 * Creates an importable kind from these steps. Each row is checked and resolved once; deciding and storing are repeated
 * while others change the basis.
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
