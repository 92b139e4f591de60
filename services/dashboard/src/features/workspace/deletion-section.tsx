import { Alert, Button, Group, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../../../gen/auth.js';
import { useTenant } from '../../api/workspace.js';
import { ProblemText } from '../../ui/feedback/problem-text.js';
import { DateTime } from '../../ui/format/date-time.js';
import { Section } from '../../ui/page/section.js';
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
    <Alert color="red" title="This workspace will be deleted">
      <Text size="sm">
        {requested_by.name} requested this on <DateTime value={requested_at} />. We’ll delete everything on{' '}
        <strong>
          <DateTime value={due_at} format="date" />
        </strong>
        . Until then everything works as usual, and you can cancel the deletion.
      </Text>
      {reason === null ? null : <Text size="sm">Reason: {reason}</Text>}
      <Group mt="sm">
        <Button size="xs" variant="default" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
          Keep the workspace
        </Button>
        <ProblemText error={withdraw.error} />
      </Group>
    </Alert>
  );
}

/** Requests the workspace's deletion, or cancels the request. For owners only. */
export function DeletionSection({ request }: { readonly request: DeletionRequest | null }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Section title="Delete workspace">
      {request === null ? (
        <Group justify="space-between" mt="xs">
          <Text size="sm">
            Deletes all live and sandbox data, people and keys. You have 30 days to change your mind.
          </Text>
          <Button variant="outline" color="red" onClick={() => setIsOpen(true)}>
            Request deletion
          </Button>
        </Group>
      ) : (
        <Requested {...request} />
      )}
      <DeletionDialog key={String(isOpen)} opened={isOpen} onClose={() => setIsOpen(false)} />
    </Section>
  );
}
