import { toCsv } from '../../ui/format/csv.js';
import { formatMoney, formatNumber } from '../../ui/format/format-number.js';

/** A column of a report, for its table and its file. */
export interface ReportColumn<T> {
  readonly header: string;
  /** Returns the cell's value in the file. */
  readonly read: (row: T) => string | number | null;
  /** Returns the cell's text in the table, if it differs from the value. */
  readonly show?: (row: T) => string;
}

export function showCell<T>({ read, show }: ReportColumn<T>, row: T): string {
  if (show) return show(row);
  const value = read(row);
  if (value === null) return '–';
  return typeof value === 'number' ? formatNumber(value) : value;
}

/** Writes a report as CSV. */
export function toReportFile<T>(columns: readonly ReportColumn<T>[], rows: readonly T[]): string {
  return toCsv([columns.map(({ header }) => header), ...rows.map((row) => columns.map(({ read }) => read(row)))]);
}

interface WithRevenue {
  readonly revenue: readonly { readonly currency: string; readonly closed: number }[];
}

/** Creates a column for each currency with revenue, because amounts of different currencies can't be added up. */
export function listRevenueColumns<T extends WithRevenue>(rows: readonly T[]): ReportColumn<T>[] {
  const currencies = [...new Set(rows.flatMap(({ revenue }) => revenue.map(({ currency }) => currency)))].sort();
  return currencies.map((currency) => {
    const read = ({ revenue }: T) => revenue.find((one) => one.currency === currency)?.closed ?? 0;
    return { header: `Revenue (${currency})`, read, show: (row) => formatMoney(read(row), currency) };
  });
}
