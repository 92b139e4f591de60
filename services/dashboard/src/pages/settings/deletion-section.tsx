import { Alert, Button, Group, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../../../gen/auth.js';
import { toWords } from '../../api/problem.js';
import { useTenant } from '../../api/workspace.js';
import { DateTime } from '../../components/date-time.js';
import { Section } from '../../components/section.js';
import { DeletionDialog } from './deletion-dialog.js';

type DeletionRequest = components['schemas']['DeletionRequest'];

function Requested({ requested_by, requested_at, due_at, reason }: DeletionRequest) {
  const tenant = useTenant();
  const queries = useQueryClient();
  const withdraw = useMutation({
    mutationFn: () => tenant.auth.DELETE('/auth/workspace/deletion-request'),
    onSettled: () => queries.invalidateQueries({ queryKey: [...tenant.key, 'workspace'] }),
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
export function DeletionSection({ request }: { readonly request: DeletionRequest | null }) {
  const [isAsked, setIsAsked] = useState(false);
  return (
    <Section title="Delete the workspace">
      {request === null ? (
        <Group justify="space-between" mt="xs">
          <Text size="sm">
            All properties, leads, deals, people and keys go, live and sandbox. You have 30 days to change your mind.
          </Text>
          <Button variant="outline" color="red" onClick={() => setIsAsked(true)}>
            Request deletion
          </Button>
        </Group>
      ) : (
        <Requested {...request} />
      )}
      <DeletionDialog key={String(isAsked)} opened={isAsked} onClose={() => setIsAsked(false)} />
    </Section>
  );
}
