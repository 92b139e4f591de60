import { EmptyState } from '../../ui/feedback/states.js';
import { formatDuration } from '../../ui/format/format-duration.js';
import { formatPercent } from '../../ui/format/format-number.js';
import { chartColours } from './chart-colours.js';
import { listRevenueColumns, type ReportColumn } from './report-columns.js';
import { ReportPage } from './report-page.js';
import { type AgentReport, useAgentReport } from './report-queries.js';
import { ReportSection } from './report-section.js';

type Agent = AgentReport['agents'][number];

/** With more bars, each would be too thin. The table and the file include all agents. */
const maxBars = 12;

const getName = ({ name }: Agent) => name ?? 'Former agent';

const columns: ReportColumn<Agent>[] = [
  { header: 'Agent', read: getName },
  { header: 'Leads assigned', read: ({ leads }) => leads.assigned },
  { header: 'Contacted', read: ({ leads }) => leads.contacted },
  { header: 'Qualified', read: ({ leads }) => leads.qualified },
  { header: 'Won', read: ({ leads }) => leads.closed },
  {
    header: 'Conversion rate',
    read: ({ conversion_rate }) => conversion_rate,
    show: ({ conversion_rate }) => formatPercent(conversion_rate),
  },
  {
    header: 'Time to first contact',
    read: ({ average_response_time }) => average_response_time,
    show: ({ average_response_time }) => formatDuration(average_response_time),
  },
  { header: 'Deals closed', read: ({ deals_closed }) => deals_closed },
];

const series = [
  { name: 'Leads assigned', color: chartColours.main },
  { name: 'Qualified', color: chartColours.middle },
  { name: 'Won', color: chartColours.good },
];

export function AgentsPage() {
  return (
    <ReportPage query={useAgentReport()}>
      {({ agents, start_date, end_date }) =>
        agents.length === 0 ? (
          <EmptyState title="No leads assigned or deals closed in this period">Choose a longer period.</EmptyState>
        ) : (
          <ReportSection
            title="Leads by agent"
            description="Leads assigned and deals closed in the period, most deals first"
            columns={[...columns, ...listRevenueColumns(agents)]}
            rows={agents}
            getRowId={({ agent_id }) => agent_id}
            chart={{
              data: agents.slice(0, maxBars).map((agent) => ({
                label: getName(agent),
                'Leads assigned': agent.leads.assigned,
                Qualified: agent.leads.qualified,
                Won: agent.leads.closed,
              })),
              series,
            }}
            fileName={`agents-${start_date}-${end_date}`}
          />
        )
      }
    </ReportPage>
  );
}
