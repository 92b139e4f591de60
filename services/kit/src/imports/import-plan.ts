import type { ProblemDetail } from '../core/errors.js';
import { ChangeTime, type Entry, type EntryInput } from '../store/journal/entry.js';
import { nextVersion, type RecordChange } from '../store/records/guarded-update.js';
import type { Versioned } from '../store/records/records.js';
import { RecordIndex } from './record-index.js';
import { failRow, type RowResult } from './row-results.js';

/** A row, with the keys of the records that the decision depends on. */
export interface KeyedRow {
  readonly number: number;
  readonly keys: readonly string[];
}

/** Decision about a row: a new record, a changed one, an unchanged one, or errors. */
export type Step<T> =
  | { readonly created: T; readonly entries: readonly EntryInput[] }
  | { readonly before: T; readonly after: T; readonly entries: readonly EntryInput[] }
  | { readonly kept: string }
  | { readonly faults: readonly ProblemDetail[] };

/** Journal entry of a row, and the time of its change. */
interface PlannedEntry {
  readonly at: Date;
  readonly entry: EntryInput;
}

/** Records to store in one transaction. */
export interface ImportedRecords<T> {
  readonly created: readonly T[];
  /** Changed records. If several rows change a record, it gets one new version per row. */
  readonly changed: readonly RecordChange<T>[];
  /** Entries in the order of the rows. */
  readonly entries: readonly Entry[];
  /** Keys that no record had, so the rows with these keys create records. */
  readonly keys: readonly string[];
}

/** Plan for the rows of one call, built row by row. Each row is decided on the records that the previous rows left. */
export class ImportPlan<T extends Versioned> {
  readonly #index: RecordIndex<T>;
  readonly #created = new Map<string, T>();
  readonly #changed = new Map<string, RecordChange<T>>();
  readonly #rows = new Map<string, number>();
  readonly #entries: PlannedEntry[] = [];
  readonly #results: RowResult[] = [];
  readonly #keys = new Set<string>();

  /** `getKeys` returns the keys of a record. Rows find the record by them. */
  constructor(stored: readonly T[], getKeys: (record: T) => readonly string[]) {
    this.#index = new RecordIndex(stored, getKeys);
  }

  /** Returns the records with one of the keys, oldest first. */
  find(keys: readonly string[]): T[] {
    return this.#index.find(keys);
  }

  /**
   * Describes a record in an error. If this call creates the record, the client doesn't know its id yet, so the row is
   * named.
   */
  name(kind: string, id: string): string {
    const row = this.#rows.get(id);
    return row === undefined ? `the ${kind} ${id}` : `row ${row}`;
  }

  /** Returns the time of a row's change: the time of the import, or a later time if previous rows changed a record. */
  timeOf({ keys }: KeyedRow, at: Date): Date {
    return new ChangeTime(at).after(...this.find(keys));
  }

  /** Adds the decision about the next row, and the time that it used. */
  add(row: KeyedRow, step: Step<T>, at: Date): void {
    if ('faults' in step) this.#results.push(failRow(step.faults));
    else if ('kept' in step) this.#results.push({ outcome: 'UNCHANGED', id: step.kept, faults: [] });
    else {
      if ('created' in step) this.#create(row, step.created);
      else this.#change(step.before, step.after);
      this.#entries.push(...step.entries.map((entry) => ({ at, entry })));
    }
  }

  #create({ number, keys }: KeyedRow, record: T): void {
    for (const key of keys) this.#keys.add(key);
    this.#created.set(record.id, record);
    this.#rows.set(record.id, number);
    this.#index.put(record);
    this.#results.push({ outcome: 'CREATED', id: record.id, faults: [] });
  }

  #change(before: T, decided: T): void {
    const after = { ...decided, version: nextVersion(before, decided) };
    if (this.#created.has(after.id)) this.#created.set(after.id, after);
    else this.#changed.set(after.id, { before: this.#changed.get(after.id)?.before ?? before, after });
    this.#index.put(after);
    this.#results.push({ outcome: 'UPDATED', id: after.id, faults: [] });
  }

  /** Returns one result for each row. Records that a dry run would create have no id. */
  getResults(isDryRun: boolean): readonly RowResult[] {
    if (!isDryRun) return this.#results;
    return this.#results.map((result) => (this.#created.has(result.id) ? { ...result, id: '' } : result));
  }

  /** Returns the journal entries of the rows, in their order. */
  getEntries(): readonly PlannedEntry[] {
    return this.#entries;
  }

  toRecords(): Omit<ImportedRecords<T>, 'entries'> {
    return {
      created: [...this.#created.values()],
      changed: [...this.#changed.values()],
      keys: [...this.#keys],
    };
  }
}
