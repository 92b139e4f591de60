import { EmptyState } from '../../ui/feedback/states.js';
import { formatMoney } from '../../ui/format/format-number.js';
import { type Stat, StatTiles } from '../../ui/page/stat-tiles.js';
import { chartColours } from './chart-colours.js';
import type { ReportColumn } from './report-columns.js';
import { ReportPage } from './report-page.js';
import { type CashReport, useCash } from './report-queries.js';
import { ReportSection } from './report-section.js';

type Month = CashReport['by_month'][number];

const formatMonth = (month: string) =>
  new Intl.DateTimeFormat(undefined, { month: 'short', year: 'numeric', timeZone: 'UTC' }).format(new Date(month));

const toColumns = (currency: string): ReportColumn<Month>[] => [
  { header: 'Month', read: ({ month }) => month, show: ({ month }) => formatMonth(month) },
  { header: `Due (${currency})`, read: ({ due }) => due, show: ({ due }) => formatMoney(due, currency) },
  {
    header: `Received (${currency})`,
    read: ({ received }) => received,
    show: ({ received }) => formatMoney(received, currency),
  },
];

const series = [
  { name: 'Due', color: chartColours.before },
  { name: 'Received', color: chartColours.main },
];

/** Returns a report's currencies in alphabetical order. */
function listCurrencies({ received, due, overdue }: CashReport): string[] {
  return [...new Set([...received, ...due, ...overdue].map(({ currency }) => currency))].sort();
}

/** Returns one tile per sum and currency, because amounts of different currencies can't be added up. */
function listSums(report: CashReport): Stat[] {
  const sums = [
    { label: 'Received', amounts: report.received, note: 'Payments in the period' },
    { label: 'Due', amounts: report.due, note: 'Instalments in the period' },
    { label: 'Overdue', amounts: report.overdue, note: 'Unpaid today, whatever the period' },
  ];
  return listCurrencies(report).flatMap((currency) =>
    sums.map(({ label, amounts, note }) => ({
      label: `${label} (${currency})`,
      value: formatMoney(amounts.find((one) => one.currency === currency)?.amount ?? 0, currency),
      note,
    })),
  );
}

/** Money received and due, by month. */
export function CashPage() {
  return (
    <ReportPage query={useCash()}>
      {(report) => {
        const currencies = listCurrencies(report);
        if (currencies.length === 0) {
          return (
            <EmptyState title="No money received or due in this period">
              Choose a longer period, or a custom range to see what will be due.
            </EmptyState>
          );
        }
        return (
          <>
            <StatTiles stats={listSums(report)} />
            {currencies.map((currency) => {
              const months = report.by_month.filter((one) => one.currency === currency);
              return months.length === 0 ? null : (
                <ReportSection
                  key={currency}
                  title={`Cash by month (${currency})`}
                  description="Instalments by their due day, and payments by the day on which they were received"
                  columns={toColumns(currency)}
                  rows={months}
                  chart={{
                    data: months.map(({ month, due, received }) => {
                      return { label: formatMonth(month), Due: due, Received: received };
                    }),
                    series,
                  }}
                  fileName={`cash-${currency}-${report.start_date}-${report.end_date}`}
                />
              );
            })}
          </>
        );
      }}
    </ReportPage>
  );
}
