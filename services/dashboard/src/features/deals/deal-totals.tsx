import { Group, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { readBody } from '../../api/client.js';
import { useTenant } from '../../api/workspace.js';
import { ProblemState } from '../../ui/feedback/query-state.js';
import { toReportDays } from '../../ui/filters/period.js';
import type { Filters } from '../../ui/filters/use-filters.js';
import { formatDateTime } from '../../ui/format/format-date.js';
import { formatNumber } from '../../ui/format/format-number.js';
import { Money } from '../../ui/format/money.js';

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

/**
 * Totals of the deals that closed in the chosen days, one per currency. Without a first day, covers the 30 days up to
 * the last day or today.
 */
export function DealTotals({ filters }: { readonly filters: Filters }) {
  const { api, key } = useTenant();
  const query = toReportDays(filters);
  const sums = useQuery({
    queryKey: [...key, 'sales', query],
    queryFn: () => readBody(api.GET('/v1/analytics/overview', { params: { query } })),
  });
  if (sums.error) return <ProblemState error={sums.error} onRetry={() => void sums.refetch()} />;
  if (!sums.data) return <Skeleton height={88} mb="md" />;
  const { deals, revenue, start_date, end_date } = sums.data.data;
  return (
    <Paper withBorder p="md" mb="md" component="section" aria-label="Totals">
      <Text size="sm" mb="xs">
        All deals closed from {formatDateTime(start_date)} to {formatDateTime(end_date)}
      </Text>
      <Group gap="xl">
        <Sum label="Deals">{formatNumber(deals.closed)}</Sum>
        <Sum label="Unpaid deals">{formatNumber(deals.pending)}</Sum>
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
