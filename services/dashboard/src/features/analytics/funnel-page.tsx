import { EmptyState } from '../../ui/feedback/states.js';
import { formatPercent } from '../../ui/format/format-number.js';
import { toLabel } from '../../ui/format/label.js';
import { chartColours } from './chart-colours.js';
import type { ReportColumn } from './report-columns.js';
import { ReportPage } from './report-page.js';
import { type Funnel, useFunnel } from './report-queries.js';
import { ReportSection } from './report-section.js';
import { createShareColumn, sum } from './share-column.js';

type Stage = Funnel['stages'][number];

const days = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });

const stageColumns: ReportColumn<Stage>[] = [
  { header: 'Stage', read: ({ stage }) => toLabel(stage) },
  { header: 'Leads', read: ({ count }) => count },
  {
    header: 'From previous stage',
    read: ({ conversion_from_previous }) => conversion_from_previous,
    show: ({ conversion_from_previous: rate }) => (rate === null ? '–' : formatPercent(rate)),
  },
  {
    header: 'Average days to reach',
    read: ({ avg_days }) => avg_days,
    show: ({ avg_days }) => (avg_days === null ? '–' : days.format(avg_days)),
  },
];

type Reason = readonly [string, number];

const readLost = ([, count]: Reason) => count;

const reasonColumns: ReportColumn<Reason>[] = [
  { header: 'Reason', read: ([reason]) => toLabel(reason) },
  { header: 'Leads lost', read: readLost },
];

function LossReasons({ report, fileName }: { readonly report: Funnel; readonly fileName: string }) {
  const rows = Object.entries(report.lost_by_reason);
  if (rows.every(([, count]) => count === 0)) return null;
  const whole = sum(rows, readLost);
  const lost = rows.filter(([, count]) => count > 0).sort(([, first], [, second]) => second - first);
  return (
    <ReportSection
      title="Lost reasons"
      description="Lost leads that were created in the period"
      columns={[...reasonColumns, createShareColumn('Share', readLost, whole)]}
      rows={lost}
      chart={{
        data: lost.map(([reason, count]) => ({ label: toLabel(reason), 'Leads lost': count })),
        series: [{ name: 'Leads lost', color: chartColours.bad, whole }],
      }}
      fileName={fileName}
    />
  );
}

export function FunnelPage() {
  return (
    <ReportPage query={useFunnel()}>
      {(report) => {
        if (report.stages.every(({ count }) => count === 0)) {
          return <EmptyState title="No leads created in this period">Choose a longer period.</EmptyState>;
        }
        const created = report.stages[0]?.count ?? 0;
        const range = `${report.start_date}-${report.end_date}`;
        return (
          <>
            <ReportSection
              title="Conversion by stage"
              description="Leads created in the period that reached each stage"
              columns={[...stageColumns, createShareColumn<Stage>('Of all leads', ({ count }) => count, created)]}
              rows={report.stages}
              chart={{
                data: report.stages.map(({ stage, count }) => ({ label: toLabel(stage), Leads: count })),
                series: [{ name: 'Leads', color: chartColours.main, whole: created }],
              }}
              fileName={`funnel-${range}`}
            />
            <LossReasons report={report} fileName={`loss-reasons-${range}`} />
          </>
        );
      }}
    </ReportPage>
  );
}
