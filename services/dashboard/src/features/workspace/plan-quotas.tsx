import { Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { components } from '../../../gen/api.js';
import { readBody } from '../../api/client.js';
import { useTenant } from '../../api/workspace.js';
import { QueryState } from '../../ui/feedback/query-state.js';
import { DateTime } from '../../ui/format/date-time.js';
import { formatNumber } from '../../ui/format/format-number.js';
import { toShare } from './usage-share.js';

type Quota = components['schemas']['QuotaUsage'];

const labels: Readonly<Record<Quota['name'], string>> = {
  leads: 'Leads',
  properties: 'Properties',
  units: 'Units',
  storage_bytes: 'Files',
  imports: 'Imports today',
  exports: 'Exports today',
};

const mebibyte = 1_048_576;

/** Formats a number of a quota. File sizes are in MiB, rounded up. */
function toText(name: Quota['name'], value: number): string {
  return name === 'storage_bytes' ? `${formatNumber(Math.ceil(value / mebibyte))} MiB` : formatNumber(value);
}

function QuotaBar({ name, limit, used, resets_at: resetsAt }: Quota) {
  const share = toShare(used, limit);
  const label = labels[name];
  return (
    <Stack gap={4}>
      <Text size="sm">
        {label}: {toText(name, used)}
        {limit === null ? ', no limit' : ` of ${toText(name, limit)}`}
      </Text>
      {share === undefined ? null : (
        <Progress
          value={Math.round(share * 100)}
          color={share >= 0.8 ? 'red' : 'brand'}
          aria-label={`${label}, used`}
        />
      )}
      {resetsAt === null ? null : (
        <Text size="xs" c="dimmed">
          Resets <DateTime value={resetsAt} />
        </Text>
      )}
    </Stack>
  );
}

/** Shows the quotas of the plan, and how much of them the workspace uses. */
export function PlanQuotas() {
  const { api, key } = useTenant();
  const usage = useQuery({ queryKey: [...key, 'usage'], queryFn: () => readBody(api.GET('/v1/usage')) });
  return (
    <QueryState query={usage}>
      {({ data: { quotas } }) => (
        <Stack gap="md">
          {quotas.map((quota) => (
            <QuotaBar key={quota.name} {...quota} />
          ))}
        </Stack>
      )}
    </QueryState>
  );
}
