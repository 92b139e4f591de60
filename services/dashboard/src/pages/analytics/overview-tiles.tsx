import { Text } from '@mantine/core';
import { type Figure, Figures } from '../../components/figures.js';
import { formatMoney } from '../../components/money.js';
import { type Change, getChange, getPointChange } from './change.js';
import { formatFraction } from './report-columns.js';
import type { Overview } from './reports.js';

const arrows = { up: '▲', down: '▼', same: '' } as const;
const colours = { up: 'green', down: 'red', same: 'dimmed' } as const;

function ChangeNote({ change, before }: { readonly change: Change; readonly before: string }) {
  return (
    <>
      <Text component="span" inherit fw={600} c={colours[change.direction]}>
        <span aria-hidden>{arrows[change.direction]} </span>
        {change.text}
      </Text>{' '}
      ({before})
    </>
  );
}

const formatCount = (count: number) => new Intl.NumberFormat().format(count);

const countFigure = (label: string, now: number, before: number): Figure => ({
  label,
  value: formatCount(now),
  note: <ChangeNote change={getChange(now, before)} before={formatCount(before)} />,
});

/** One tile per currency, because amounts of different currencies can't be added up. */
function listRevenue({ revenue, previous }: Overview): Figure[] {
  const currencies = [...new Set([...revenue, ...previous.revenue].map(({ currency }) => currency))];
  return currencies.map((currency) => {
    const now = revenue.find((one) => one.currency === currency)?.closed ?? 0;
    const before = previous.revenue.find((one) => one.currency === currency)?.closed ?? 0;
    return {
      label: `Revenue (${currency})`,
      value: formatMoney(now, currency),
      note: <ChangeNote change={getChange(now, before)} before={formatMoney(before, currency)} />,
    };
  });
}

/** The period's figures, each compared with the previous period. */
export function OverviewTiles({ report }: { readonly report: Overview }) {
  const { previous } = report;
  const figures: Figure[] = [
    countFigure('New leads', report.leads.new, previous.leads.new),
    countFigure('Deals closed', report.deals.closed, previous.deals.closed),
    { label: 'Unpaid deals', value: formatCount(report.deals.pending), note: 'of the closed deals' },
    ...listRevenue(report),
    {
      label: 'Conversion rate',
      value: formatFraction(report.conversion_rate),
      note: (
        <ChangeNote
          change={getPointChange(report.conversion_rate, previous.conversion_rate)}
          before={formatFraction(previous.conversion_rate)}
        />
      ),
    },
    countFigure('All leads', report.leads.total, previous.leads.total),
  ];
  return <Figures figures={figures} />;
}
