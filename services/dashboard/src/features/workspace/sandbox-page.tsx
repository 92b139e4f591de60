import { Alert, Button, Paper, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { readBody } from '../../api/client.js';
import { useTenant, useWorkspace } from '../../api/workspace.js';
import { ProblemText } from '../../ui/feedback/problem-text.js';
import { DateTime } from '../../ui/format/date-time.js';
import { GroupPage } from '../navigation/group-page.js';

function ResetForm() {
  const { auth, key } = useTenant();
  const { name } = useWorkspace();
  const queries = useQueryClient();
  const [typed, setTyped] = useState('');
  const reset = useMutation({
    mutationFn: () => readBody(auth.POST('/auth/sandbox/reset')),
    onSuccess: () => {
      setTyped('');
      return queries.invalidateQueries({ queryKey: [key[0], 'sandbox'] });
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        reset.mutate();
      }}
    >
      <Stack gap="sm">
        <Text size="sm">
          This deletes all properties, units, leads, deals and other records in the sandbox, without sending events. It
          keeps keys, webhooks and live data.
        </Text>
        <TextInput
          label={`Type ${name} to confirm`}
          autoComplete="off"
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <ProblemText error={reset.error} />
        {reset.data ? (
          <Alert color="green" role="status">
            The reset started <DateTime value={reset.data.data.started_at} />. It takes a moment to delete everything.
          </Alert>
        ) : null}
        <div>
          <Button type="submit" color="red" disabled={typed !== name} loading={reset.isPending}>
            Reset the sandbox
          </Button>
        </div>
      </Stack>
    </form>
  );
}

/** Resets the sandbox once the person has typed the workspace's name. */
export function SandboxPage() {
  return (
    <GroupPage group="developers" title="Sandbox" description="Test data, separate from your live data" guide="sandbox">
      <Paper component="section" withBorder p="md" maw={640} aria-label="Reset the sandbox">
        <ResetForm />
      </Paper>
    </GroupPage>
  );
}
