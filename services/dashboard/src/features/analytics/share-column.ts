import { formatPercent } from '../../ui/format/format-number.js';
import type { ReportColumn } from './report-columns.js';

/** Returns the sum of a figure over all rows. */
export const sum = <T>(rows: readonly T[], read: (row: T) => number): number =>
  rows.reduce((total, row) => total + read(row), 0);

/** Creates a column with each row's share of a whole. Its cells are empty while the whole is 0. */
export function createShareColumn<T>(header: string, read: (row: T) => number, whole: number): ReportColumn<T> {
  const share = (row: T) => (whole === 0 ? null : read(row) / whole);
  return {
    header,
    read: share,
    show: (row) => (whole === 0 ? '–' : formatPercent(read(row) / whole)),
  };
}
