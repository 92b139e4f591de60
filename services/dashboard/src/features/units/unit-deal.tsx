import { Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { readBody } from '../../api/client.js';
import { useTenant } from '../../api/workspace.js';
import { QueryState } from '../../ui/feedback/query-state.js';
import { DateTime } from '../../ui/format/date-time.js';
import { Money } from '../../ui/format/money.js';
import { StatusBadge } from '../../ui/page/status-badge.js';
import { LeadLink } from '../navigation/lead-link.js';

/** Shows the deal of a sold unit. */
export function UnitDeal({ unitId }: { readonly unitId: string }) {
  const { api, key } = useTenant();
  const deals = useQuery({
    queryKey: [...key, 'deals', 'unit', unitId],
    queryFn: () => readBody(api.GET('/v1/deals', { params: { query: { unit_id: unitId, per_page: 1 } } })),
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
