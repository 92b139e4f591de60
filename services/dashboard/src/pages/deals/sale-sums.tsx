import { Group, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { answerOf } from '../../api/client.js';
import { useTenant } from '../../api/workspace.js';
import type { Filters } from '../../components/filter-bar.js';
import { Money } from '../../components/money.js';
import { formatDay, toReportDays } from '../../components/period.js';
import { ProblemState } from '../../components/query-state.js';

function Sum({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <Stack gap={0}>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text fw={700} size="lg">
        {children}
      </Text>
    </Stack>
  );
}

/** Totals of the deals closed in the chosen days, or else in 30 days up to the last day or today. One total per currency. */
export function SaleSums({ filters }: { readonly filters: Filters }) {
  const { api, key } = useTenant();
  const query = toReportDays(filters);
  const sums = useQuery({
    queryKey: [...key, 'sales', query],
    queryFn: () => answerOf(api.GET('/v1/analytics/overview', { params: { query } })),
  });
  if (sums.error) return <ProblemState error={sums.error} onRetry={() => void sums.refetch()} />;
  if (!sums.data) return <Skeleton height={88} mb="md" />;
  const { deals, revenue, start_date, end_date } = sums.data.data;
  return (
    <Paper withBorder p="md" mb="md" component="section" aria-label="Totals">
      <Text size="sm" mb="xs">
        All deals closed from {formatDay(start_date)} to {formatDay(end_date)} (UTC)
      </Text>
      <Group gap="xl">
        <Sum label="Deals">{deals.closed.toLocaleString()}</Sum>
        <Sum label="Unpaid invoices">{deals.pending.toLocaleString()}</Sum>
        {revenue.map(({ currency, closed, pending }) => (
          <Group key={currency} gap="xl">
            <Sum label={`Value (${currency})`}>
              <Money amount={closed} currency={currency} />
            </Sum>
            <Sum label={`Unpaid (${currency})`}>
              <Money amount={pending} currency={currency} />
            </Sum>
          </Group>
        ))}
      </Group>
    </Paper>
  );
}
