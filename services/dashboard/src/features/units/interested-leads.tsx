import { Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { readBody } from '../../api/client.js';
import { useTenant } from '../../api/workspace.js';
import { QueryState } from '../../ui/feedback/query-state.js';
import { StatusBadge } from '../../ui/page/status-badge.js';
import { LeadLink } from '../navigation/lead-link.js';

/** Lists the leads that are interested in a unit, newest first. */
export function InterestedLeads({ unitId }: { readonly unitId: string }) {
  const { api, key } = useTenant();
  const leads = useQuery({
    queryKey: [...key, 'leads', 'interested', unitId],
    queryFn: () => readBody(api.GET('/v1/leads', { params: { query: { property_id: unitId, per_page: 20 } } })),
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
