import { Code, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useCan, useTenant } from '../../api/workspace.js';
import { QueryState } from '../../ui/feedback/query-state.js';
import { toLabel } from '../../ui/format/label.js';
import { StatusBadge } from '../../ui/page/status-badge.js';
import { GroupPage } from '../navigation/group-page.js';
import { getKeyStatus } from './api-key-queries.js';
import { KeyRequestsSection } from './key-requests-section.js';
import { keyQuery } from './key-traffic-queries.js';
import { KeyUsageSection } from './key-usage-section.js';

/** A key with its usage and its latest requests. */
export function KeyPage() {
  const { keyId = '' } = useParams({ strict: false });
  const apiKey = useQuery({ ...keyQuery(useTenant(), keyId), enabled: useCan('administer') });
  return (
    <GroupPage
      group="developers"
      title={apiKey.data?.name ?? 'API key'}
      description="Usage and requests"
      guide="rate-limits"
    >
      <QueryState query={apiKey}>
        {(data) => (
          <Stack gap="md">
            <Group gap="sm">
              <Code>{`${data.prefix}…${data.last_four}`}</Code>
              <Text size="sm">{toLabel(data.mode)}</Text>
              <StatusBadge status={getKeyStatus(data)} />
            </Group>
            <KeyUsageSection id={data.id} />
            <KeyRequestsSection id={data.id} />
          </Stack>
        )}
      </QueryState>
    </GroupPage>
  );
}
