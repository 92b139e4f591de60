import type { ImportFormat, Separator } from '../../formats/model/file-record.js';
import type { ColumnEvidence } from './column-evidence.js';
import type { Conversion } from './conversion.js';
import type { ImportResource } from './import-fields.js';
import type { SampleRow } from './sample-row.js';

export const importModes = ['create', 'upsert'] as const;
export type ImportMode = (typeof importModes)[number];

/** Ways to treat a new lead that shares its email or phone with another lead. */
export const duplicateChoices = ['create', 'reject', 'return'] as const;
export type DuplicateChoice = (typeof duplicateChoices)[number];

/**
 * Column of the file, with the path of the field that it fills. Stored as a list, because names of columns may contain
 * any characters.
 */
export interface MappedColumn {
  readonly column: string;
  readonly field: string;
}

/** Options of an import, which never change. */
export interface ImportInput {
  readonly resource: ImportResource;
  readonly mode: ImportMode;
  readonly dry_run: boolean;
  /** Only for leads. */
  readonly on_duplicate: DuplicateChoice | null;
  readonly format: ImportFormat;
  readonly charset: string | null;
  /** Only for CSV. */
  readonly separator: Separator | null;
  /** Name or number of a workbook's sheet, as given. Absent for the first sheet and for other formats. */
  readonly sheet?: string;
  /** Names in the header of a table. Null for other formats, because their records name the fields. */
  readonly columns: readonly string[] | null;
  /** Null if JSON objects are used unchanged. */
  readonly mapping: readonly MappedColumn[] | null;
  /** Absent in imports of earlier releases of Plotline. */
  readonly conversion?: Conversion;
  /** Size of the stored file in bytes. The file has the id of the import. */
  readonly size: number;
  readonly sha256: string;
}

/** Progress of an import. */
export interface ImportState {
  /** Number of records of the file that were processed. */
  readonly row: number;
  /** Number of stored failed rows, and of characters in their values. */
  readonly kept_rows: number;
  readonly kept_length: number;
  /**
   * Notation that the columns show. It is found in the whole file before the first row is converted. Absent before
   * that, and in imports that an earlier release of Plotline began.
   */
  readonly evidence?: readonly ColumnEvidence[];
  /** First rows; only for a dry run. */
  readonly sample?: readonly SampleRow[];
  /** Number of created records whose ids are stored for an undo. Absent before the first commit. */
  readonly recorded?: number;
  /** Time at which the state was committed. Absent before the first commit. */
  readonly committed_at?: Date;
}

/** Number of rows by outcome. */
export interface ImportCounts extends Readonly<Record<string, number>> {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly failed: number;
}

/** Import as a job. */
export interface ImportData {
  readonly input: ImportInput;
  readonly state: ImportState;
  readonly counts: ImportCounts;
}

export const initialState: ImportState = { row: 0, kept_rows: 0, kept_length: 0 };
export const noCounts: ImportCounts = { created: 0, updated: 0, unchanged: 0, failed: 0 };

/** Time for which an operator can restart an import that failed for a reason other than its file. */
const restartMs = 24 * 3_600_000;

/** Fields of an import that give its status. */
interface ImportStatus {
  readonly status: string;
  readonly error: { readonly code: string } | null;
  readonly finished_at: Date | null;
}

/**
 * Returns whether the file of an import is still needed. The file is needed while the import waits or runs, and for a
 * day after the import failed for a reason other than the file.
 */
export function needsFile({ status, error, finished_at }: ImportStatus, now: Date): boolean {
  if (status !== 'failed') return status === 'queued' || status === 'running';
  const isRestartable = error?.code === 'SERVICE_UNAVAILABLE' || error?.code === 'INTERNAL_ERROR';
  return isRestartable && now.getTime() < (finished_at?.getTime() ?? 0) + restartMs;
}
