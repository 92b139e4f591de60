import type { Import } from './import-queries.js';

export interface Count {
  readonly label: string;
  readonly value: number;
}

/**
 * Lists the number of rows by outcome. For a check, lists the expected outcomes. Always includes created and skipped
 * rows.
 */
export function listCounts({ rows, dry_run }: Pick<Import, 'rows' | 'dry_run'>): readonly Count[] {
  const choose = (done: string, planned: string) => (dry_run ? planned : done);
  return [
    { label: choose('Created', 'Would be created'), value: rows.created },
    ...(rows.updated > 0 ? [{ label: choose('Updated', 'Would be updated'), value: rows.updated }] : []),
    ...(rows.unchanged > 0 ? [{ label: 'Unchanged', value: rows.unchanged }] : []),
    { label: choose('Skipped', 'Would be skipped'), value: rows.failed },
  ];
}

/** Describes an import's state or outcome. */
export function describeImport({ status, dry_run, resource, rows }: Import): string {
  const job = dry_run ? 'check' : 'import';
  if (status === 'queued') return `The ${job} is waiting to start.`;
  if (status === 'running') {
    return rows.total === null ? 'Reading the file.' : `Processed ${rows.processed} of ${rows.total} rows.`;
  }
  if (status === 'failed') return `The ${job} failed.`;
  if (status === 'cancelled')
    return dry_run ? 'The check was cancelled.' : 'The import was cancelled. Rows that were imported before stay.';
  if (dry_run) return 'The check is complete. Nothing was stored.';
  return rows.failed === 0
    ? `All ${resource} were imported.`
    : `Imported. ${rows.failed === 1 ? '1 row was' : `${rows.failed} rows were`} skipped.`;
}
