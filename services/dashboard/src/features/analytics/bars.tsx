import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { formatNumber, formatPercent } from '../../ui/format/format-number.js';

interface Series {
  readonly name: string;
  readonly color: string;
  /** Figure of which each value is a part. The labels then have percentages. */
  readonly whole?: number;
}

export interface BarsProps {
  /** Each item is a group of bars, with a `label` and one value per series. */
  readonly data: Record<string, string | number>[];
  readonly series: Series[];
}

const barHeight = 22;
/** Pixels for the labels beside the longest bar. */
const labelWidth = 92;

const formatLabel = (value: unknown, whole: number | undefined): string => {
  const text = formatNumber(Number(value));
  return whole ? `${text} (${formatPercent(Number(value) / whole, 0)})` : text;
};

/** Horizontal bars, which leave room for long names on a phone. Hidden from screen readers, which get the table. */
export function Bars({ data, series }: BarsProps) {
  const findWhole = (name: string) => series.find((one) => one.name === name)?.whole;
  return (
    <BarChart
      h={data.length * (series.length * barHeight + 16) + 64}
      data={data}
      dataKey="label"
      series={series}
      orientation="vertical"
      gridAxis="none"
      withXAxis={false}
      withLegend={series.length > 1}
      maxBarWidth={44}
      valueFormatter={(value) => formatNumber(value)}
      withBarValueLabel
      valueLabelProps={({ name }: Series) => ({ formatter: (value: unknown) => formatLabel(value, findWhole(name)) })}
      barChartProps={{ accessibilityLayer: false, margin: { right: labelWidth } }}
      barProps={{ isAnimationActive: false, radius: [0, 4, 4, 0] }}
      xAxisProps={{ allowDecimals: false }}
      yAxisProps={{ width: 124 }}
      tooltipAnimationDuration={0}
    />
  );
}
