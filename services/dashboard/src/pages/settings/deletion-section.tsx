import { Alert, Button, Group, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf } from '../../api/client.js';
import { createPlannedClients, type DeletionRequest } from '../../api/planned.js';
import { toWords } from '../../api/problem.js';
import { useTenant } from '../../api/workspace.js';
import { DateTime } from '../../components/date-time.js';
import { QueryState } from '../../components/query-state.js';
import { DeletionDialog } from './deletion-dialog.js';
import { SettingsSection } from './settings-section.js';

function Requested({ requested_by, requested_at, due_at, reason }: DeletionRequest) {
  const tenant = useTenant();
  const queries = useQueryClient();
  const withdraw = useMutation({
    mutationFn: () => createPlannedClients(tenant).auth.DELETE('/auth/workspace/deletion-request'),
    onSettled: () => queries.invalidateQueries({ queryKey: [...tenant.key, 'deletion-request'] }),
  });
  return (
    <Alert color="red" title="The workspace will be deleted">
      <Text size="sm">
        {requested_by.name} asked for it on <DateTime value={requested_at} />. On{' '}
        <strong>
          <DateTime value={due_at} format="date" />
        </strong>{' '}
        everything in it is removed. Until then this can be withdrawn, and everything works as before.
      </Text>
      {reason === null ? null : <Text size="sm">The reason: {reason}</Text>}
      <Group mt="sm">
        <Button size="xs" variant="default" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
          Keep the workspace
        </Button>
        {withdraw.error ? (
          <Text size="sm" role="alert">
            {toWords(withdraw.error)}
          </Text>
        ) : null}
      </Group>
    </Alert>
  );
}

/** Asking for the deletion of the workspace, which owners alone may, and withdrawing that. */
export function DeletionSection() {
  const tenant = useTenant();
  const [isAsked, setIsAsked] = useState(false);
  const request = useQuery({
    queryKey: [...tenant.key, 'deletion-request'],
    queryFn: async () => {
      const { data } = await answerOf(createPlannedClients(tenant).auth.GET('/auth/workspace'));
      return data.deletion_request ?? null;
    },
  });
  return (
    <SettingsSection title="Delete the workspace">
      <QueryState query={request}>
        {(data) =>
          data === null ? (
            <Group justify="space-between" mt="xs">
              <Text size="sm">
                All properties, leads, deals, people and keys go, live and sandbox. You have 30 days to change your
                mind.
              </Text>
              <Button variant="outline" color="red" onClick={() => setIsAsked(true)}>
                Request deletion
              </Button>
            </Group>
          ) : (
            <Requested {...data} />
          )
        }
      </QueryState>
      <DeletionDialog key={String(isAsked)} opened={isAsked} onClose={() => setIsAsked(false)} />
    </SettingsSection>
  );
}
