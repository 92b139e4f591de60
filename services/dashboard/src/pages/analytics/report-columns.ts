import { formatMoney } from '../../components/money.js';
import { toCsv } from './csv.js';

/** A column of a report: what its table shows and its file has. */
export interface ReportColumn<T> {
  readonly header: string;
  /** Of the cell in the file. */
  readonly read: (row: T) => string | number | null;
  /** Of the cell in the table, where it is not the same. */
  readonly show?: (row: T) => string;
}

export function showCell<T>({ read, show }: ReportColumn<T>, row: T): string {
  if (show) return show(row);
  const value = read(row);
  if (value === null) return '–';
  return typeof value === 'number' ? new Intl.NumberFormat().format(value) : value;
}

/** The file of a report: its columns, and what it shows of each row. */
export function toReportFile<T>(columns: readonly ReportColumn<T>[], rows: readonly T[]): string {
  return toCsv([columns.map(({ header }) => header), ...rows.map((row) => columns.map(({ read }) => read(row)))]);
}

/** `7.1%` of 0.071, as the viewer's locale writes it. */
export function formatFraction(fraction: number, locale?: string): string {
  return new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(fraction);
}

interface WithRevenue {
  readonly revenue: readonly { readonly currency: string; readonly closed: number }[];
}

/** A column for each currency in which a row has revenue: amounts of currencies are never summed. */
export function listRevenueColumns<T extends WithRevenue>(rows: readonly T[]): ReportColumn<T>[] {
  const currencies = [...new Set(rows.flatMap(({ revenue }) => revenue.map(({ currency }) => currency)))].sort();
  return currencies.map((currency) => {
    const read = ({ revenue }: T) => revenue.find((one) => one.currency === currency)?.closed ?? 0;
    return { header: `Revenue, ${currency}`, read, show: (row) => formatMoney(read(row), currency) };
  });
}
