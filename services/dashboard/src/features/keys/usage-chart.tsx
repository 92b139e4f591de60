import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { formatNumber } from '../../ui/format/format-number.js';
import { formatInterval, type KeyUsage } from './key-traffic-queries.js';

const series = [
  { name: 'succeeded', label: 'Succeeded', color: 'brand.5' },
  { name: 'failed', label: 'Failed', color: '#c4683f' },
];

/** Requests over time. Hidden from screen readers, which get the table. */
export function UsageChart({ interval, points }: KeyUsage) {
  const data = points.map(({ start, requests, client_errors, server_errors }) => {
    const failed = client_errors + server_errors;
    return {
      label: formatInterval(start, interval),
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
