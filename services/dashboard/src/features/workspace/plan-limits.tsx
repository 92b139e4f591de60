import { Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { components } from '../../../gen/api.js';
import { readBody } from '../../api/client.js';
import { useTenant } from '../../api/workspace.js';
import { QueryState } from '../../ui/feedback/query-state.js';
import { DateTime } from '../../ui/format/date-time.js';
import { formatNumber } from '../../ui/format/format-number.js';
import { toLabel } from '../../ui/format/label.js';
import { toShare } from './usage-share.js';

type Usage = components['schemas']['RateLimitWindow'];

function UsageBar({ label, usage: { limit, used, reset } }: { readonly label: string; readonly usage: Usage }) {
  const share = toShare(used, limit);
  return (
    <Stack gap={4}>
      <Text size="sm">
        {label}: {formatNumber(used)} {limit === null ? 'requests, no limit' : `of ${formatNumber(limit)} requests`}
      </Text>
      {share === undefined ? null : (
        <Progress
          value={Math.round(share * 100)}
          color={share >= 0.8 ? 'red' : 'brand'}
          aria-label={`${label}, used`}
        />
      )}
      <Text size="xs" c="dimmed">
        Resets <DateTime value={reset} />
      </Text>
    </Stack>
  );
}

/** Shows the plan, and how much of its rate limits the workspace has used. */
export function PlanLimits() {
  const { api, key } = useTenant();
  const limits = useQuery({ queryKey: [...key, 'rate-limit'], queryFn: () => readBody(api.GET('/v1/rate-limit')) });
  return (
    <QueryState query={limits}>
      {({ data: { plan, minute, daily } }) => (
        <Stack gap="md">
          <Text>
            Your plan is <strong>{toLabel(plan)}</strong>.
          </Text>
          <UsageBar label="This minute" usage={minute} />
          <UsageBar label="Today" usage={daily} />
        </Stack>
      )}
    </QueryState>
  );
}
