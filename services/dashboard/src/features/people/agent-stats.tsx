import { Paper, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { components } from '../../../gen/api.js';
import { readBody } from '../../api/client.js';
import { useTenant } from '../../api/workspace.js';
import { QueryState } from '../../ui/feedback/query-state.js';
import { PeriodField, usePeriod } from '../../ui/filters/period-field.js';
import { formatDuration } from '../../ui/format/format-duration.js';
import { formatMoney, formatPercent } from '../../ui/format/format-number.js';
import { StatTiles } from '../../ui/page/stat-tiles.js';
import classes from './agent-page.module.css';
import { getPeopleKey } from './agent-queries.js';

type Stats = components['schemas']['AgentStats'];

function listStats(stats: Stats) {
  const { leads, revenue_by_currency: revenues, revenue } = stats;
  const amounts = revenues.length > 0 ? revenues : [revenue];
  return [
    { label: 'Leads assigned', value: leads.assigned },
    { label: 'Contacted', value: leads.contacted },
    { label: 'Qualified', value: leads.qualified },
    { label: 'Won', value: leads.closed, note: `${formatPercent(stats.conversion_rate)} of assigned leads` },
    { label: 'Time to first contact', value: formatDuration(stats.average_response_time) },
    ...amounts.map(({ closed, pending, currency }) => ({
      label: `Revenue (${currency})`,
      value: formatMoney(closed, currency),
      note: `${formatMoney(pending, currency)} unpaid`,
    })),
    { label: 'Commission earned', value: formatMoney(stats.commission_earned, revenue.currency) },
  ];
}

/** An agent's figures for the period in the page's address. */
export function AgentStats({ id }: { readonly id: string }) {
  const tenant = useTenant();
  const period = usePeriod();
  const stats = useQuery({
    queryKey: [...getPeopleKey(tenant), 'agent', id, 'stats', period],
    queryFn: async () => {
      const params = { path: { id }, query: period };
      return (await readBody(tenant.api.GET('/v1/agents/{id}/stats', { params }))).data;
    },
    placeholderData: keepPreviousData,
  });
  return (
    <Paper component="section" withBorder radius="md" p="md" aria-label="Performance">
      <div className={classes.column}>
        <Title order={2} size="h4">
          Performance
        </Title>
        <PeriodField />
        <QueryState query={stats}>{(data) => <StatTiles stats={listStats(data)} />}</QueryState>
      </div>
    </Paper>
  );
}
