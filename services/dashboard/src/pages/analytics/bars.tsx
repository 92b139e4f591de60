import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';

export interface BarsProps {
  /** A group of bars each, named by `label`, with a value for each of the series. */
  readonly data: Record<string, string | number>[];
  readonly series: { readonly name: string; readonly color: string }[];
}

const barHeight = 22;

/** A chart of bars that lie, which leave room for long names on a phone, too. It is for the eye; what it shows is in the table beside it. */
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
      valueFormatter={(value) => new Intl.NumberFormat().format(value)}
      barChartProps={{ accessibilityLayer: false, margin: { right: 16 } }}
      barProps={{ isAnimationActive: false, radius: [0, 4, 4, 0] }}
      xAxisProps={{ allowDecimals: false }}
      yAxisProps={{ width: 124 }}
      tooltipAnimationDuration={0}
    />
  );
}
