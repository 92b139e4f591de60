import type { Import } from './imports.js';

export interface Count {
  readonly label: string;
  readonly value: number;
}

/** What became of the rows, or would become; what none became is left out but for the first and the last. */
export function listCounts({ rows, dry_run }: Pick<Import, 'rows' | 'dry_run'>): readonly Count[] {
  const would = (done: string, planned: string) => (dry_run ? planned : done);
  return [
    { label: would('Created', 'Would be created'), value: rows.created },
    ...(rows.updated > 0 ? [{ label: would('Updated', 'Would be updated'), value: rows.updated }] : []),
    ...(rows.unchanged > 0 ? [{ label: 'Unchanged', value: rows.unchanged }] : []),
    { label: would('Left out', 'Would be left out'), value: rows.failed },
  ];
}

/** What an import is doing, or how it ended. */
export function describeImport({ status, dry_run, resource, rows }: Import): string {
  const what = dry_run ? 'check' : 'import';
  if (status === 'queued') return `The ${what} waits for its turn.`;
  if (status === 'running') {
    return rows.total === null ? 'The file is read.' : `${rows.processed} of ${rows.total} rows are done.`;
  }
  if (status === 'failed') return `The ${what} could not be carried out.`;
  if (status === 'cancelled')
    return dry_run ? 'The check was cancelled.' : 'It was cancelled. What was imported before stays.';
  if (dry_run) return `The file was checked. Nothing was stored.`;
  return rows.failed === 0 ? `All ${resource} of the file are imported.` : 'The file is imported, but for some rows.';
}
