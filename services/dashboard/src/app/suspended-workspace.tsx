import { Button, Container, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type Membership, sessionQuery, useSession } from '../api/session.js';
import { useRole, useWorkspace } from '../api/workspace.js';
import { Logo } from '../ui/page/logo.js';
import { WorkspaceSwitch } from './workspace-switch.js';

type Suspension = NonNullable<Membership['suspension']>;

const reasons: Readonly<Record<Suspension, string>> = {
  payment: 'A payment is overdue.',
  security: 'It was stopped to protect its data.',
  abuse: 'Its use broke the terms of service.',
  request: 'Its owner asked for this.',
  other: 'Your provider has the details.',
};

interface SuspendedWorkspaceProps {
  readonly suspension: Suspension;
}

/** Replaces all pages of a suspended workspace, because every request of theirs is refused. */
export function SuspendedWorkspace({ suspension }: SuspendedWorkspaceProps) {
  const { name } = useWorkspace();
  const isOwner = useRole() === 'owner';
  const { memberships } = useSession();
  const { refetch, isFetching } = useQuery(sessionQuery);
  useEffect(() => {
    document.title = 'Workspace suspended · Plotline';
  }, []);
  return (
    <Container component="main" size="xs" py="xl">
      <Stack gap="md">
        <Logo size={32} />
        <Title order={1} size="h2">
          {name} is suspended
        </Title>
        <Text>
          {reasons[suspension]} Until the workspace is resumed, nobody can open it, and API requests are refused.
        </Text>
        <Text>Nothing was deleted. Webhooks, imports and exports continue afterwards.</Text>
        <Text>
          {isOwner
            ? 'Contact the provider of your Plotline account to have it resumed.'
            : 'Ask an owner of this workspace. Owners can have it resumed by the provider of your Plotline account.'}
        </Text>
        {memberships.length > 1 ? <WorkspaceSwitch /> : null}
        <Group gap="sm">
          <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
            Check again
          </Button>
          <Button component="a" variant="subtle" href="/auth/sign-out">
            Sign out
          </Button>
        </Group>
      </Stack>
    </Container>
  );
}
