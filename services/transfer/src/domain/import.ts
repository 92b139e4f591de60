import type { ImportFormat, Separator } from '../formats/file-record.js';
import type { ImportResource } from '../formats/import-fields.js';

export const importModes = ['create', 'upsert'] as const;
export type ImportMode = (typeof importModes)[number];

/** What becomes of a lead whose email or phone another one has. */
export const duplicateChoices = ['create', 'reject', 'return'] as const;
export type DuplicateChoice = (typeof duplicateChoices)[number];

/** A column of the file, and the path of the field that it fills. Stored as a list: names of columns may have any characters. */
export interface MappedColumn {
  readonly column: string;
  readonly field: string;
}

/** What an import does; it never changes. */
export interface ImportInput {
  readonly resource: ImportResource;
  readonly mode: ImportMode;
  readonly dry_run: boolean;
  /** Of leads alone. */
  readonly on_duplicate: DuplicateChoice | null;
  readonly format: ImportFormat;
  readonly charset: string | null;
  /** Of CSV alone. */
  readonly separator: Separator | null;
  /** The names in the header of CSV; null for other formats, whose records name their fields themselves. */
  readonly columns: readonly string[] | null;
  /** Null: each line of JSON is the record as it is. */
  readonly mapping: readonly MappedColumn[] | null;
  /** Of the stored file, which has the id of the import. */
  readonly size: number;
  readonly sha256: string;
}

/** How far an import has come. */
export interface ImportState {
  /** Number of the last record of the file that was dealt with. */
  readonly row: number;
  /** Failed rows that are kept, and the characters of their values. */
  readonly kept_rows: number;
  readonly kept_length: number;
  /** When that was committed; absent before the first commit. */
  readonly committed_at?: Date;
}

/** What became of rows. */
export interface ImportCounts extends Readonly<Record<string, number>> {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly failed: number;
}

/** An import as a job. */
export interface ImportData {
  readonly input: ImportInput;
  readonly state: ImportState;
  readonly counts: ImportCounts;
}

export const initialState: ImportState = { row: 0, kept_rows: 0, kept_length: 0 };
export const noCounts: ImportCounts = { created: 0, updated: 0, unchanged: 0, failed: 0 };

/** How long an operator can start an import again that failed by no fault of its file. */
const restartMs = 24 * 3_600_000;

/** What the status of an import tells of it. */
interface ImportStatus {
  readonly status: string;
  readonly error: { readonly code: string } | null;
  readonly finished_at: Date | null;
}

/** Whether the file of an import is still to be read: while it waits or runs, and a day longer when it failed by no fault of the file. */
export function needsFile({ status, error, finished_at }: ImportStatus, now: Date): boolean {
  if (status !== 'failed') return status === 'queued' || status === 'running';
  const isRestartable = error?.code === 'SERVICE_UNAVAILABLE' || error?.code === 'INTERNAL_ERROR';
  return isRestartable && now.getTime() < (finished_at?.getTime() ?? 0) + restartMs;
}
