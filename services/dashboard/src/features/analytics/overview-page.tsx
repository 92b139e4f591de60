import { toLabel } from '../../ui/format/label.js';
import { chartColours } from './chart-colours.js';
import { OverviewTiles } from './overview-tiles.js';
import type { ReportColumn } from './report-columns.js';
import { ReportPage } from './report-page.js';
import classes from './report-page.module.css';
import { type Overview, useOverview } from './report-queries.js';
import { ReportSection } from './report-section.js';
import { createShareColumn, sum } from './share-column.js';

interface Row {
  readonly name: string;
  readonly now: number;
  readonly before: number;
}

const compare = (now: Readonly<Record<string, number>>, before: Readonly<Record<string, number>>): Row[] =>
  Object.entries(now).map(([name, count]) => ({ name: toLabel(name), now: count, before: before[name] ?? 0 }));

const readNow = ({ now }: Row) => now;

const comparedColumns = (header: string, rows: readonly Row[]): ReportColumn<Row>[] => [
  { header, read: ({ name }) => name },
  { header: 'Leads', read: readNow },
  createShareColumn('Share', readNow, sum(rows, readNow)),
  { header: 'Previous period', read: ({ before }) => before },
];

const toBars = (rows: readonly Row[]) => ({
  data: rows.map(({ name, now, before }) => ({ label: name, Leads: now, 'Previous period': before })),
  series: [
    { name: 'Leads', color: chartColours.main, whole: sum(rows, readNow) },
    { name: 'Previous period', color: chartColours.before },
  ],
});

interface ComparisonProps {
  readonly title: string;
  readonly header: string;
  readonly rows: readonly Row[];
  readonly fileName: string;
}

function Comparison({ title, header, rows, fileName }: ComparisonProps) {
  return (
    <ReportSection
      title={title}
      description="All leads created up to the end of the period"
      columns={comparedColumns(header, rows)}
      rows={rows}
      chart={toBars(rows)}
      fileName={fileName}
    />
  );
}

function Units({ report }: { readonly report: Overview }) {
  const rows = Object.entries(report.units.by_status).map(([status, count]) => ({ name: toLabel(status), count }));
  const readCount = ({ count }: (typeof rows)[number]) => count;
  const whole = sum(rows, readCount);
  return (
    <ReportSection
      title="Units by status"
      description="All units, by their current status"
      columns={[
        { header: 'Status', read: ({ name }) => name },
        { header: 'Units', read: readCount },
        createShareColumn('Share', readCount, whole),
      ]}
      rows={rows}
      chart={{
        data: rows.map(({ name, count }) => ({ label: name, Units: count })),
        series: [{ name: 'Units', color: chartColours.main, whole }],
      }}
      fileName="units-by-status"
    />
  );
}

export function OverviewPage() {
  return (
    <ReportPage query={useOverview()}>
      {(report) => {
        const { leads, previous, start_date, end_date } = report;
        const days = `${start_date}-${end_date}`;
        return (
          <>
            <OverviewTiles report={report} />
            <div className={classes.charts}>
              <Comparison
                title="Leads by stage"
                header="Stage"
                rows={compare(leads.by_stage, previous.leads.by_stage)}
                fileName={`leads-by-stage-${days}`}
              />
              <Comparison
                title="Leads by source"
                header="Source"
                rows={compare(leads.by_source, previous.leads.by_source)}
                fileName={`leads-by-source-${days}`}
              />
              <Units report={report} />
            </div>
          </>
        );
      }}
    </ReportPage>
  );
}
