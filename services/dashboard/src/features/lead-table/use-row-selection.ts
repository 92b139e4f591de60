import { useState } from 'react';
import { showErrorToast, showToast } from '../../ui/feedback/toast.js';
import { formatNumber } from '../../ui/format/format-number.js';
import type { RowRange } from './row-pages.js';
import { addRows, maxSelected, removeRow, type SelectedRows } from './selected-rows.js';
import type { LeadRow } from './table-row.js';
import type { TableRows } from './use-table-rows.js';

/** Leads selected for a bulk change. A change of filters or order keeps the selection. */
export interface RowSelection {
  readonly rows: SelectedRows;
  readonly toggle: (row: LeadRow) => void;
  /** Selects the rows of a range, including rows that aren't loaded yet, up to the maximum. */
  readonly select: (range: RowRange) => void;
  /** Keeps only the given leads selected. */
  readonly keepOnly: (ids: readonly string[]) => void;
  readonly clear: () => void;
}

export function useRowSelection({ read }: Pick<TableRows, 'read'>): RowSelection {
  const [rows, setRows] = useState<SelectedRows>(new Map());
  const tell = () => showToast(`You can select up to ${formatNumber(maxSelected)} leads at once.`);
  const add = async ({ first, last }: RowRange) => {
    if (last - first >= maxSelected) tell();
    const found = await read({ first, last: Math.min(last, first + maxSelected - 1) });
    setRows((before) => addRows(before, found));
  };
  return {
    rows,
    toggle: (row) => {
      if (rows.size >= maxSelected && !rows.has(row.id)) tell();
      else setRows((before) => (before.has(row.id) ? removeRow(before, row.id) : addRows(before, [row])));
    },
    select: (range) => void add(range).catch(showErrorToast("The leads weren't selected")),
    keepOnly: (ids) => setRows((before) => new Map([...before].filter(([id]) => ids.includes(id)))),
    clear: () => setRows(new Map()),
  };
}
