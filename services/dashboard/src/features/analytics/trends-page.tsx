import { NativeSelect } from '@mantine/core';
import { sources } from '../../api/enums.js';
import { EmptyState } from '../../ui/feedback/states.js';
import { usePeriod } from '../../ui/filters/period-field.js';
import { useFilters } from '../../ui/filters/use-filters.js';
import { formatMoney, formatNumber, formatPercent } from '../../ui/format/format-number.js';
import { toLabel } from '../../ui/format/label.js';
import { chartColours, partColours } from './chart-colours.js';
import type { ReportColumn } from './report-columns.js';
import { ReportPage } from './report-page.js';
import { type SeriesReport, useSeries } from './report-queries.js';
import { ReportSection } from './report-section.js';
import { chooseInterval, formatInterval, listCurrencies, readRevenue, type SeriesPoint } from './series.js';

const intervals = [
  { value: 'week', label: 'Weeks' },
  { value: 'month', label: 'Months' },
];

function IntervalField({ value }: { readonly value: SeriesReport['interval'] }) {
  const { setFilters } = useFilters();
  return (
    <NativeSelect
      label="Show by"
      data={intervals}
      value={value}
      onChange={({ currentTarget }) => setFilters({ interval: currentTarget.value })}
    />
  );
}

interface SectionProps {
  readonly report: SeriesReport;
  readonly firstColumn: ReportColumn<SeriesPoint>;
}

const toFileRange = ({ start_date, end_date }: SeriesReport) => `${start_date}-${end_date}`;

function LeadsSection({ report, firstColumn }: SectionProps) {
  const used = sources.filter((source) => report.points.some(({ leads }) => leads.by_source[source] > 0));
  const ofSources = used.map(
    (source): ReportColumn<SeriesPoint> => ({
      header: toLabel(source),
      read: ({ leads }) => leads.by_source[source],
    }),
  );
  return (
    <ReportSection
      title={`New leads by ${report.interval} and source`}
      description="Leads by when they were created, with their current source"
      columns={[firstColumn, { header: 'New leads', read: ({ leads }) => leads.new }, ...ofSources]}
      rows={report.points}
      getRowId={({ start_date }) => start_date}
      chart={{
        data: report.points.map((point) => ({
          label: `${formatInterval(point, report.interval)}: ${formatNumber(point.leads.new)}`,
          ...Object.fromEntries(used.map((source) => [toLabel(source), point.leads.by_source[source]])),
        })),
        series: used.map((source, place) => ({
          name: toLabel(source),
          color: partColours[place % partColours.length] ?? chartColours.main,
        })),
        isStacked: true,
      }}
      fileName={`new-leads-${toFileRange(report)}`}
    />
  );
}

function RevenueSection({ report, firstColumn, currency }: SectionProps & { readonly currency: string }) {
  const format = (value: number) => formatMoney(value, currency);
  const read = (point: SeriesPoint) => readRevenue(point, currency);
  return (
    <ReportSection
      title={`Won value by ${report.interval} (${currency})`}
      description="Value of the deals by when they were closed"
      columns={[
        firstColumn,
        { header: `Won value (${currency})`, read, show: (point) => format(read(point)) },
        { header: 'Deals in all currencies', read: ({ deals_closed }) => deals_closed },
      ]}
      rows={report.points}
      getRowId={({ start_date }) => start_date}
      chart={{
        data: report.points.map((point) => ({
          label: formatInterval(point, report.interval),
          'Won value': read(point),
        })),
        series: [{ name: 'Won value', color: chartColours.good }],
        format,
      }}
      fileName={`won-value-${currency}-${toFileRange(report)}`}
    />
  );
}

function ConversionSection({ report, firstColumn }: SectionProps) {
  return (
    <ReportSection
      title={`Conversion by ${report.interval}`}
      description="Part of the leads created in each interval that are won now. Recent leads may still be won."
      columns={[
        firstColumn,
        { header: 'New leads', read: ({ leads }) => leads.new },
        { header: 'Won', read: ({ leads }) => leads.won },
        {
          header: 'Conversion rate',
          read: ({ conversion_rate }) => conversion_rate,
          show: ({ conversion_rate }) => formatPercent(conversion_rate),
        },
      ]}
      rows={report.points}
      getRowId={({ start_date }) => start_date}
      chart={{
        data: report.points.map((point) => ({
          label: formatInterval(point, report.interval),
          'Conversion rate': point.conversion_rate,
        })),
        series: [{ name: 'Conversion rate', color: chartColours.main }],
        format: (value) => formatPercent(value),
      }}
      fileName={`conversion-${toFileRange(report)}`}
    />
  );
}

/** Leads, won value and conversion over time. */
export function TrendsPage() {
  const interval = chooseInterval(usePeriod(), useFilters().filters['interval']);
  return (
    <ReportPage query={useSeries(interval)} actions={<IntervalField value={interval} />}>
      {(report) => {
        const currencies = listCurrencies(report.points);
        if (currencies.length === 0 && report.points.every(({ leads }) => leads.new === 0)) {
          return <EmptyState title="No leads or deals in this period">Choose a longer period.</EmptyState>;
        }
        const firstColumn: ReportColumn<SeriesPoint> = {
          header: report.interval === 'week' ? 'Week from' : 'Month',
          read: ({ start_date }) => start_date,
          show: (point) => formatInterval(point, report.interval),
        };
        const shared = { report, firstColumn };
        return (
          <>
            <LeadsSection {...shared} />
            {currencies.map((currency) => (
              <RevenueSection key={currency} {...shared} currency={currency} />
            ))}
            <ConversionSection {...shared} />
          </>
        );
      }}
    </ReportPage>
  );
}
