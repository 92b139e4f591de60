import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { formatNumber, formatPercent } from '../../ui/format/format-number.js';
import { useIsPhone } from '../../ui/page/use-is-phone.js';

interface Series {
  readonly name: string;
  readonly color: string;
  /** Total of which each value is a part. If given, the labels include percentages. */
  readonly whole?: number;
}

export interface BarsProps {
  /** Each item is a group of bars, with a `label` and one value per series. */
  readonly data: Record<string, string | number>[];
  readonly series: Series[];
  /** Shows a group's values as the parts of one bar. The group's label should then include their sum. */
  readonly isStacked?: boolean;
  /** Formats the values. Defaults to whole numbers. */
  readonly format?: (value: number) => string;
}

const barHeight = 22;
/** Width in pixels of the group names, and of the labels beside the longest bar. */
const widths = { desktop: { name: 124, label: 92 }, phone: { name: 88, label: 86 } } as const;

const formatLabel = (value: unknown, whole: number | undefined, format: (value: number) => string): string => {
  const text = format(Number(value));
  return whole ? `${text} (${formatPercent(Number(value) / whole, 0)})` : text;
};

/** Horizontal bars, which leave room for long names on a phone. Hidden from screen readers, which get the table. */
export function Bars({ data, series, isStacked = false, format = formatNumber }: BarsProps) {
  const { name, label } = widths[useIsPhone() ? 'phone' : 'desktop'];
  const rows = isStacked ? 1 : series.length;
  const findWhole = (wanted: string) => series.find((one) => one.name === wanted)?.whole;
  return (
    <BarChart
      h={data.length * (rows * barHeight + 16) + 64}
      type={isStacked ? 'stacked' : 'default'}
      data={data}
      dataKey="label"
      series={series}
      orientation="vertical"
      gridAxis="none"
      withXAxis={false}
      withLegend={series.length > 1}
      maxBarWidth={44}
      valueFormatter={format}
      withBarValueLabel={!isStacked}
      valueLabelProps={(shown: Series) => ({
        formatter: (value: unknown) => formatLabel(value, findWhole(shown.name), format),
      })}
      barChartProps={{ accessibilityLayer: false, margin: { right: label } }}
      barProps={{ isAnimationActive: false, radius: [0, 4, 4, 0] }}
      xAxisProps={{ allowDecimals: false }}
      yAxisProps={{ width: name }}
      tooltipAnimationDuration={0}
    />
  );
}
