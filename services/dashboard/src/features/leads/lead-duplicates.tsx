import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { readBody } from '../../api/client.js';
import { useTenant } from '../../api/workspace.js';
import { Section } from '../../ui/page/section.js';
import { StatusBadge } from '../../ui/page/status-badge.js';
import { LeadLink } from '../navigation/lead-link.js';
import { LeadMerge } from './lead-merge.js';
import { getLeadKey, type Lead } from './lead-queries.js';

function toReason(lead: Lead, other: Lead): string {
  return lead.email === other.email ? `Same email: ${other.email}` : `Same phone: ${other.phone}`;
}

/** Lists other leads with the same email or phone. Renders nothing if there are none. */
export function LeadDuplicates({ lead }: { readonly lead: Lead }) {
  const tenant = useTenant();
  const { data: others = [] } = useQuery({
    queryKey: [...getLeadKey(tenant, lead.id), 'duplicates', lead.email, lead.phone],
    queryFn: async () => {
      const params = { path: { id: lead.id }, query: { per_page: 100 } };
      return (await readBody(tenant.api.GET('/v1/leads/{id}/duplicates', { params }))).data;
    },
  });
  if (others.length === 0) return null;
  return (
    <Section title="Possible duplicates">
      <Stack gap="sm">
        {others.map((other) => (
          <div key={other.id}>
            <Group gap="xs" justify="space-between">
              <Group gap="xs">
                <LeadLink id={other.id}>{other.name}</LeadLink>
                <StatusBadge status={other.stage} />
              </Group>
              <LeadMerge lead={lead} other={other} />
            </Group>
            <Text size="xs" c="dimmed">
              {toReason(lead, other)}
            </Text>
          </div>
        ))}
      </Stack>
    </Section>
  );
}
