import { EmptyState } from '../../ui/feedback/states.js';
import { formatPercent } from '../../ui/format/format-number.js';
import { toLabel } from '../../ui/format/label.js';
import { chartColours } from './chart-colours.js';
import { listRevenueColumns, type ReportColumn } from './report-columns.js';
import { ReportPage } from './report-page.js';
import { type SourceReport, useSources } from './report-queries.js';
import { ReportSection } from './report-section.js';

type Source = SourceReport['sources'][number];

const columns: ReportColumn<Source>[] = [
  { header: 'Source', read: ({ source }) => toLabel(source) },
  { header: 'Leads', read: ({ leads }) => leads },
  { header: 'Won', read: ({ won }) => won },
  { header: 'Lost', read: ({ lost }) => lost },
  {
    header: 'Conversion rate',
    read: ({ conversion_rate }) => conversion_rate,
    show: ({ conversion_rate }) => formatPercent(conversion_rate),
  },
];

const series = [
  { name: 'Leads', color: chartColours.main },
  { name: 'Won', color: chartColours.good },
  { name: 'Lost', color: chartColours.bad },
];

export function SourcesPage() {
  return (
    <ReportPage query={useSources()}>
      {({ sources, start_date, end_date }) =>
        sources.every(({ leads, revenue }) => leads === 0 && revenue.length === 0) ? (
          <EmptyState title="No leads created in this period">Choose a longer period.</EmptyState>
        ) : (
          <ReportSection
            title="Leads by source"
            description="Leads created in the period with their outcome, and revenue of deals closed in the period"
            columns={[...columns, ...listRevenueColumns(sources)]}
            rows={sources}
            chart={{
              data: sources.map(({ source, leads, won, lost }) => ({
                label: toLabel(source),
                Leads: leads,
                Won: won,
                Lost: lost,
              })),
              series,
            }}
            fileName={`sources-${start_date}-${end_date}`}
          />
        )
      }
    </ReportPage>
  );
}
