import type { Caller } from '@plotline/kit/core/caller';
import { newId } from '@plotline/kit/core/ids';
import type { FileRecord } from '../../formats/model/file-record.js';
import { type RecordImporter, toImportRow } from '../../peers/record-importer.js';
import type { ImportMode } from '../model/import.js';
import type { ImportResource } from '../model/import-fields.js';
import type { SampleRow } from '../model/sample-row.js';
import type { MappedRecord } from '../model/to-record.js';

interface PreviewedImport {
  readonly resource: ImportResource;
  readonly mode?: ImportMode;
}

/** Returns whether the row can't be read at all. */
function isUnreadable({ faults }: SampleRow): boolean {
  return faults.some(({ field }) => field === '');
}

/**
 * Returns the records in the form in which they would be stored, with their errors. The service that owns the records
 * checks them.
 */
export async function previewRows(
  recordImporter: RecordImporter,
  caller: Caller,
  { resource, mode = 'create' }: PreviewedImport,
  records: readonly FileRecord[],
  map: (values: FileRecord['values']) => MappedRecord,
): Promise<readonly SampleRow[]> {
  const rows = records.map(({ number, values, fault }): SampleRow => {
    const mapped = fault === undefined ? map(values) : { record: {}, faults: [{ field: '', message: fault }] };
    return { row: number, record: JSON.stringify(mapped.record), faults: mapped.faults };
  });
  const readable = rows.filter((row) => !isUnreadable(row));
  if (readable.length === 0) return rows;
  const results = await recordImporter.importRows(caller, {
    ...{
      import_id: newId('imp'),
      resource,
      mode,
      dry_run: true,
      on_duplicate: '',
      only_kept: false,
      created_before: 0,
    },
    rows: readable.map(({ row, record, faults }) => toImportRow(row, record, faults)),
  });
  const faultsByRow = new Map(results.map(({ number, faults }) => [number, faults]));
  return rows.map((row) => ({ ...row, faults: faultsByRow.get(row.row) ?? row.faults }));
}
