import { Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { answerOf } from '../../api/client.js';
import { useTenant } from '../../api/workspace.js';
import { DateTime } from '../../components/date-time.js';
import { LeadLink } from '../../components/lead-link.js';
import { Money } from '../../components/money.js';
import { QueryState } from '../../components/query-state.js';
import { StatusBadge } from '../../components/status-badge.js';

/** Lists the leads that are interested in a unit, newest first. */
export function InterestedLeads({ unitId }: { readonly unitId: string }) {
  const { api, key } = useTenant();
  const leads = useQuery({
    queryKey: [...key, 'leads', 'interested', unitId],
    queryFn: () => answerOf(api.GET('/v1/leads', { params: { query: { property_id: unitId, per_page: 20 } } })),
  });
  return (
    <section aria-labelledby="interested">
      <Title order={3} size="h5" mb="xs" id="interested">
        Interested leads
      </Title>
      <QueryState
        query={leads}
        isEmpty={({ data }) => data.length === 0}
        empty={
          <Text size="sm" c="dimmed">
            No interested leads yet.
          </Text>
        }
      >
        {({ data, meta }) => (
          <Stack gap={4}>
            {data.map(({ id, name, stage, score }) => (
              <Group key={id} justify="space-between" wrap="nowrap">
                <LeadLink id={id}>{name}</LeadLink>
                <Group gap="xs" wrap="nowrap">
                  <Text size="xs" c="dimmed">
                    Score {score}
                  </Text>
                  <StatusBadge status={stage} />
                </Group>
              </Group>
            ))}
            {(meta.total ?? 0) > data.length ? (
              <Text size="xs" c="dimmed">
                and {(meta.total ?? 0) - data.length} more
              </Text>
            ) : null}
          </Stack>
        )}
      </QueryState>
    </section>
  );
}

/** Shows the deal of a sold unit. */
export function UnitDeal({ unitId }: { readonly unitId: string }) {
  const { api, key } = useTenant();
  const deals = useQuery({
    queryKey: [...key, 'deals', 'unit', unitId],
    queryFn: () => answerOf(api.GET('/v1/deals', { params: { query: { unit_id: unitId, per_page: 1 } } })),
  });
  return (
    <section aria-labelledby="deal">
      <Title order={3} size="h5" mb="xs" id="deal">
        Deal
      </Title>
      <QueryState
        query={deals}
        isEmpty={({ data }) => data.length === 0}
        empty={
          <Text size="sm" c="dimmed">
            This unit was sold without a deal.
          </Text>
        }
      >
        {({ data }) =>
          data.map(({ id, value, currency, status, closed_at, lead_id }) => (
            <Group key={id} gap="sm">
              <Text fw={600}>
                <Money amount={value} currency={currency} />
              </Text>
              <StatusBadge status={status} />
              <Text size="sm" c="dimmed">
                <DateTime value={closed_at} format="date" />
              </Text>
              <LeadLink id={lead_id}>Buyer</LeadLink>
            </Group>
          ))
        }
      </QueryState>
    </section>
  );
}
