import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { isActiveJob } from '../../api/job-polling.js';
import { useTenant } from '../../api/workspace.js';
import { JobProgress } from '../../ui/feedback/job-progress.js';
import { ProblemText } from '../../ui/feedback/problem-text.js';
import { QueryState } from '../../ui/feedback/query-state.js';
import { formatNumber } from '../../ui/format/format-number.js';
import { Section } from '../../ui/page/section.js';
import { StatusBadge } from '../../ui/page/status-badge.js';
import { getConnectionsKey } from './connection-queries.js';
import { cancelSync, latestSyncQuery, type Sync, startSync } from './sync-queries.js';

/** Progress of a synchronization, with the leads that the CRM rejected. */
function SyncState({ sync: { status, progress, leads, error } }: { readonly sync: Sync }) {
  const { sent, failed } = leads;
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <StatusBadge status={status} />
        <Text size="sm">
          {sent === 1 ? '1 lead was sent.' : `${formatNumber(sent)} leads were sent.`}
          {failed === 0 ? '' : ` ${formatNumber(failed)} failed. The calls tell why.`}
        </Text>
      </Group>
      {isActiveJob(status) ? <JobProgress label="Sent leads" status={status} progress={progress} /> : null}
      <ProblemText problem={error?.message} />
    </Stack>
  );
}

interface SyncSectionProps {
  readonly connectionId: string;
  readonly isActive: boolean;
}

/** Sends all leads to a CRM. This is needed once, after the CRM is connected. */
export function SyncSection({ connectionId, isActive }: SyncSectionProps) {
  const tenant = useTenant();
  const queries = useQueryClient();
  const latest = useQuery(latestSyncQuery(tenant, connectionId));
  const change = useMutation({
    mutationFn: (running: Sync | undefined) =>
      running === undefined ? startSync(tenant, connectionId) : cancelSync(tenant, running),
    onSettled: () => queries.invalidateQueries({ queryKey: [...getConnectionsKey(tenant), connectionId] }),
  });
  return (
    <Section title="Existing leads" description="New and changed leads are sent by themselves. Send the others once.">
      <QueryState query={latest}>
        {(sync) => {
          const running = sync !== null && isActiveJob(sync.status) ? sync : undefined;
          return (
            <Stack gap="sm">
              {sync === null ? null : <SyncState sync={sync} />}
              <ProblemText error={change.error} />
              {running !== undefined || isActive ? (
                <Group>
                  <Button
                    size="compact-sm"
                    variant="default"
                    loading={change.isPending}
                    onClick={() => change.mutate(running)}
                  >
                    {running === undefined ? 'Send all leads' : 'Cancel'}
                  </Button>
                </Group>
              ) : null}
            </Stack>
          );
        }}
      </QueryState>
    </Section>
  );
}
