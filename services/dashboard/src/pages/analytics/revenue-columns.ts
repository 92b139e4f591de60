import { formatMoney } from '../../components/money.js';
import type { ReportColumn } from './report-columns.js';

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
