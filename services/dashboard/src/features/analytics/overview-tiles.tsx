import { Text } from '@mantine/core';
import { formatMoney, formatNumber, formatPercent } from '../../ui/format/format-number.js';
import { type Stat, StatTiles } from '../../ui/page/stat-tiles.js';
import { type Change, getChange, getPointChange } from './period-change.js';
import type { Overview } from './report-queries.js';

const arrows = { up: '▲', down: '▼', same: '' } as const;
const colours = { up: 'green', down: 'red', same: 'dimmed' } as const;

function ChangeNote({ change, before }: { readonly change: Change; readonly before: string }) {
  return (
    <>
      <Text component="span" inherit fw={600} c={colours[change.direction]}>
        <span aria-hidden>{arrows[change.direction]} </span>
        {change.text}
      </Text>{' '}
      from {before}
    </>
  );
}

const countStat = (label: string, now: number, before: number): Stat => ({
  label,
  value: formatNumber(now),
  note: <ChangeNote change={getChange(now, before)} before={formatNumber(before)} />,
});

/** Returns one tile per currency, because amounts of different currencies can't be added up. */
function listRevenue({ revenue, previous }: Overview): Stat[] {
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
  const stats: Stat[] = [
    countStat('New leads', report.leads.new, previous.leads.new),
    countStat('Deals closed', report.deals.closed, previous.deals.closed),
    { label: 'Unpaid deals', value: formatNumber(report.deals.pending), note: 'of the closed deals' },
    ...listRevenue(report),
    {
      label: 'Conversion rate',
      value: formatPercent(report.conversion_rate),
      note: (
        <ChangeNote
          change={getPointChange(report.conversion_rate, previous.conversion_rate)}
          before={formatPercent(previous.conversion_rate)}
        />
      ),
    },
    countStat('All leads', report.leads.total, previous.leads.total),
  ];
  return <StatTiles stats={stats} />;
}
