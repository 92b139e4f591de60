import type { ProblemDetail } from '../core/errors.js';
import { ChangeTime } from '../store/journal/change-time.js';
import type { Entry, EntryInput } from '../store/journal/entry.js';
import { nextVersion, type RecordChange } from '../store/records/guarded-update.js';
import type { Versioned } from '../store/records/records.js';
import { RecordIndex } from './record-index.js';
import { failRow, type RowResult } from './row-results.js';

/** A row, and the keys of the records that decide what becomes of it. */
export interface KeyedRow {
  readonly number: number;
  readonly keys: readonly string[];
}

/** What a row comes to: a new record, a changed one, one that stays as it is, or faults. */
export type Step<T> =
  | { readonly created: T; readonly entries: readonly EntryInput[] }
  | { readonly before: T; readonly after: T; readonly entries: readonly EntryInput[] }
  | { readonly kept: string }
  | { readonly faults: readonly ProblemDetail[] };

/** What tells of a row, and the time of what it changes. */
interface PlannedEntry {
  readonly at: Date;
  readonly entry: EntryInput;
}

/** What is to be stored with one transaction. */
export interface ImportedRecords<T> {
  readonly created: readonly T[];
  /** A record that several rows change has as many versions more. */
  readonly changed: readonly RecordChange<T>[];
  /** In the order of the rows. */
  readonly entries: readonly Entry[];
  /** That no record had these keys is why records are created. */
  readonly keys: readonly string[];
}

/** What comes of the rows of one call, built up row by row: each meets the records as the rows before it leave them. */
export class ImportPlan<T extends Versioned> {
  readonly #index: RecordIndex<T>;
  readonly #created = new Map<string, T>();
  readonly #changed = new Map<string, RecordChange<T>>();
  readonly #rows = new Map<string, number>();
  readonly #entries: PlannedEntry[] = [];
  readonly #results: RowResult[] = [];
  readonly #keys = new Set<string>();

  /** `getKeys` tells the keys of a record, by which rows find it. */
  constructor(stored: readonly T[], getKeys: (record: T) => readonly string[]) {
    this.#index = new RecordIndex(stored, getKeys);
  }

  /** The records that have one of the keys, oldest first. */
  find(keys: readonly string[]): T[] {
    return this.#index.find(keys);
  }

  /** Names a record in a fault. One that a row of this call creates has no id that anybody knows yet. */
  name(kind: string, id: string): string {
    const row = this.#rows.get(id);
    return row === undefined ? `the ${kind} ${id}` : `row ${row}`;
  }

  /** The time of what a row changes: that of the import, or past what the rows before it have made of a record. */
  timeOf({ keys }: KeyedRow, at: Date): Date {
    return new ChangeTime(at).after(...this.find(keys));
  }

  /** Takes what the next row comes to, and the time that it was decided with. */
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

  /** One for each row. Records that a dry run would create have no id. */
  getResults(isDryRun: boolean): readonly RowResult[] {
    if (!isDryRun) return this.#results;
    return this.#results.map((result) => (this.#created.has(result.id) ? { ...result, id: '' } : result));
  }

  /** What tells of the rows, in their order. */
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
