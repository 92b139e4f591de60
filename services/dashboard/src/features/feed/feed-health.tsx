import { List, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { components } from '../../../gen/api.js';
import { readBody } from '../../api/client.js';
import { useTenant } from '../../api/workspace.js';
import { QueryState } from '../../ui/feedback/query-state.js';
import { DateTime } from '../../ui/format/date-time.js';
import { formatNumber } from '../../ui/format/format-number.js';
import { Section } from '../../ui/page/section.js';

type Health = components['schemas']['FeedHealth'];
type Finding = components['schemas']['FeedFinding'];

/** Maximum number of units that are shown by name for each reason. */
const maxShown = 10;

function countUnits(count: number): string {
  return `${formatNumber(count)} ${count === 1 ? 'unit' : 'units'}`;
}

function FindingItem({ message, count, units }: Finding) {
  const shown = units.slice(0, maxShown);
  const more = count - shown.length;
  return (
    <List.Item>
      <Text size="sm">
        {countUnits(count)}: {message}
      </Text>
      <Text size="sm" c="dimmed">
        {shown.map(({ name, value }) => (value === null ? name : `${name} (${value})`)).join(' · ')}
        {more > 0 ? ` · and ${formatNumber(more)} more` : ''}
      </Text>
    </List.Item>
  );
}

function Findings({ title, findings }: { readonly title: string; readonly findings: readonly Finding[] }) {
  if (findings.length === 0) return null;
  return (
    <div>
      <Title order={3} size="h5" mb={4}>
        {title}
      </Title>
      <List spacing="xs">
        {findings.map((finding) => (
          <FindingItem key={finding.reason} {...finding} />
        ))}
      </List>
    </div>
  );
}

function HealthFacts({ written_at, units, left_out, changed_values }: Health) {
  return (
    <Stack gap="md">
      <Text size="sm">
        The XML feed has {countUnits(units.listed)}. We last wrote it <DateTime value={written_at} />.
      </Text>
      <Findings title={`Left out: ${countUnits(units.left_out)}`} findings={left_out} />
      <Findings title={`Changed for the format: ${countUnits(units.changed)}`} findings={changed_values} />
      {units.left_out + units.changed === 0 ? <Text size="sm">Nothing is left out or changed.</Text> : null}
    </Stack>
  );
}

/** Shows which units portals get, why they don't get the other units, and which values differ. */
export function FeedHealth() {
  const { api, key } = useTenant();
  const health = useQuery({
    queryKey: [...key, 'feed', 'health'],
    queryFn: async () => (await readBody(api.GET('/v1/feed/health'))).data,
  });
  return (
    <Section title="What portals get">
      <QueryState query={health}>{(data) => <HealthFacts {...data} />}</QueryState>
    </Section>
  );
}
