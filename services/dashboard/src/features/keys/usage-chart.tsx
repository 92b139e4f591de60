import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { formatDateTime } from '../../ui/format/format-date.js';
import { formatNumber } from '../../ui/format/format-number.js';
import type { KeyUsage } from './key-traffic-queries.js';

const series = [
  { name: 'succeeded', label: 'Succeeded', color: 'blue.6' },
  { name: 'failed', label: 'Failed', color: 'red.6' },
];

/** Requests over time. Hidden from screen readers, which get the table. */
export function UsageChart({ interval, points }: KeyUsage) {
  const data = points.map(({ start, requests, client_errors, server_errors }) => {
    const failed = client_errors + server_errors;
    return {
      label: formatDateTime(start, interval === 'hour' ? 'time' : 'date'),
      succeeded: requests - failed,
      failed,
    };
  });
  return (
    <BarChart
      h={240}
      type="stacked"
      data={data}
      dataKey="label"
      series={series}
      withLegend
      tickLine="none"
      maxBarWidth={24}
      valueFormatter={(value) => formatNumber(value)}
      barChartProps={{ accessibilityLayer: false }}
      barProps={{ isAnimationActive: false }}
      xAxisProps={{ minTickGap: 32 }}
      yAxisProps={{ allowDecimals: false }}
      tooltipAnimationDuration={0}
    />
  );
}
