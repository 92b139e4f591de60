import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';

export interface BarsProps {
  /** A group of bars each, named by `label`, with a value for each of the series. */
  readonly data: Record<string, string | number>[];
  readonly series: { readonly name: string; readonly color: string }[];
  /** Bars that lie leave room for long names. */
  readonly isLying?: boolean;
}

const barHeight = 22;

/** A bar chart for the eye; what it shows is in the table beside it. */
export function Bars({ data, series, isLying = false }: BarsProps) {
  const height = isLying ? data.length * (series.length * barHeight + 16) + 64 : 280;
  return (
    <BarChart
      h={height}
      data={data}
      dataKey="label"
      series={series}
      orientation={isLying ? 'vertical' : 'horizontal'}
      gridAxis={isLying ? 'y' : 'x'}
      tickLine="none"
      withLegend={series.length > 1}
      maxBarWidth={44}
      valueFormatter={(value) => new Intl.NumberFormat().format(value)}
      barChartProps={{ accessibilityLayer: false, margin: { right: 16 } }}
      barProps={{ isAnimationActive: false, radius: isLying ? [0, 4, 4, 0] : [4, 4, 0, 0] }}
      xAxisProps={isLying ? { allowDecimals: false } : { interval: 0 }}
      yAxisProps={isLying ? { width: 124 } : { width: 48, allowDecimals: false }}
      tooltipAnimationDuration={0}
    />
  );
}
