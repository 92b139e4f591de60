import type { LeadRow } from './table-row.js';

/** Maximum number of leads in a bulk change. A larger change takes too long to watch. */
export const maxSelected = 1_000;

/** Selected leads by id. */
export type SelectedRows = ReadonlyMap<string, LeadRow>;

/** Adds rows, up to the maximum. */
export function addRows(before: SelectedRows, rows: readonly LeadRow[]): SelectedRows {
  const all = new Map([...before, ...rows.map((row): [string, LeadRow] => [row.id, row])]);
  return new Map([...all].slice(0, maxSelected));
}

export function removeRow(before: SelectedRows, id: string): SelectedRows {
  return new Map([...before].filter(([other]) => other !== id));
}
