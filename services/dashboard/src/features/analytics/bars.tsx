import { formatNumber } from '../../ui/format/format-number.js';
import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';

export interface BarsProps {
  /** Each item is a group of bars, with a `label` and one value per series. */
  readonly data: Record<string, string | number>[];
  readonly series: { readonly name: string; readonly color: string }[];
}

const barHeight = 22;

/** Horizontal bars, which leave room for long names on a phone. Hidden from screen readers, which get the table. */
export function Bars({ data, series }: BarsProps) {
  return (
    <BarChart
      h={data.length * (series.length * barHeight + 16) + 64}
      data={data}
      dataKey="label"
      series={series}
      orientation="vertical"
      gridAxis="y"
      tickLine="none"
      withLegend={series.length > 1}
      maxBarWidth={44}
      valueFormatter={(value) => formatNumber(value)}
      barChartProps={{ accessibilityLayer: false, margin: { right: 16 } }}
      barProps={{ isAnimationActive: false, radius: [0, 4, 4, 0] }}
      xAxisProps={{ allowDecimals: false }}
      yAxisProps={{ width: 124 }}
      tooltipAnimationDuration={0}
    />
  );
}
