import type { FieldProblem } from '../../../api/problem.js';
import type { Tenant } from '../../../api/workspace.js';
import type { ImportField } from '../import-fields.js';
import { previewText } from '../import-preview.js';
import type { Import } from '../import-queries.js';
import { startImport } from '../start-import.js';
import { type Edits, mendMapping, mendRow, type SkippedRow } from './mend-row.js';
import { readMendedOptions } from './mended-options.js';

/** A skipped row with its corrections. */
export interface MendedRow {
  readonly skipped: SkippedRow;
  readonly edits: Edits;
}

/** Result of an attempt: the import of all rows, or the rows that still have errors, by their number in the file. */
export type MendingResult =
  | { readonly faults: ReadonlyMap<number, readonly FieldProblem[]> }
  | { readonly started: Import };

interface MendingInput {
  readonly current: Import;
  readonly fields: readonly ImportField[];
  readonly rows: readonly MendedRow[];
}

/** Maximum number of rows and characters in a preview. */
const maxRows = 20;
const maxLength = 60_000;

/** Divides rows into batches that a preview accepts. */
function toParts<T>(rows: readonly T[], measure: (row: T) => number): readonly (readonly T[])[] {
  const parts: T[][] = [];
  let length = 0;
  for (const row of rows) {
    const part = parts.at(-1);
    length += measure(row);
    if (part && part.length < maxRows && length <= maxLength) part.push(row);
    else {
      parts.push([row]);
      length = measure(row);
    }
  }
  return parts;
}

/**
 * Checks the corrected rows. If none has an error, imports them in the same way as the first import. Sends them as
 * JSON, whose texts are read like cells.
 */
export async function importMended(tenant: Tenant, { current, fields, rows }: MendingInput): Promise<MendingResult> {
  const basis = { mapping: current.mapping, fields };
  const mapping = mendMapping(
    basis,
    rows.map(({ edits }) => edits),
  );
  const records = rows.map(({ skipped, edits }) => ({
    row: skipped.row,
    text: JSON.stringify(mendRow(basis, skipped.values, edits)),
  }));
  const { resource, mode, on_duplicate: onDuplicate } = current;
  const choices = { resource, mode, mapping, reading: readMendedOptions(current) };
  const faults = new Map<number, readonly FieldProblem[]>();
  for (const part of toParts(records, ({ text }) => text.length)) {
    const text = `[${part.map((record) => record.text).join(',')}]`;
    const { sample } = await previewText(tenant, { text, format: 'json' }, choices);
    for (const { row: place, details } of sample) {
      const record = part[place - 1];
      if (record && details.length > 0) faults.set(record.row, details);
    }
  }
  if (faults.size > 0) return { faults };
  const content = new Blob([`[${records.map(({ text }) => text).join(',')}]`]);
  const file = { id: crypto.randomUUID(), content, contentType: 'application/json' };
  return { started: await startImport(tenant, file, { ...choices, onDuplicate: onDuplicate ?? 'create' }, false) };
}
