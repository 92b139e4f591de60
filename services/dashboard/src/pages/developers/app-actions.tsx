import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf } from '../../api/client.js';
import { useTenant } from '../../api/workspace.js';
import { ConfirmButton } from '../../components/confirm-button.js';
import { AppDialog } from './app-dialog.js';
import { type App, appsQuery } from './apps.js';
import { SecretDialog } from './secret-dialog.js';

/** Changing and deleting an app, and replacing its secret. */
export function AppActions(app: App) {
  const { id, name, confidential } = app;
  const tenant = useTenant();
  const queries = useQueryClient();
  const [isOpen, { open, close }] = useDisclosure(false);
  const [secret, setSecret] = useState<string>();
  const params = { path: { id } };
  const refresh = () => queries.invalidateQueries({ queryKey: appsQuery(tenant).queryKey });
  const rotate = async () => {
    const { data } = await answerOf(tenant.auth.POST('/auth/apps/{id}/rotate-secret', { params }));
    setSecret(data.client_secret ?? undefined);
    await refresh();
  };
  const remove = async () => {
    await tenant.auth.DELETE('/auth/apps/{id}', { params });
    await refresh();
  };
  return (
    <Group gap="xs" wrap="nowrap">
      <Button size="compact-sm" variant="default" aria-label={`Edit ${name}`} onClick={open}>
        Edit
      </Button>
      {confidential ? (
        <ConfirmButton
          label="Rotate secret"
          name={`Rotate secret of ${name}`}
          title={`Make a new secret of ${name}?`}
          onConfirm={rotate}
        >
          <Text size="sm">The former secret ends at once. What people let the app do stays.</Text>
        </ConfirmButton>
      ) : null}
      <ConfirmButton label="Delete" name={`Delete ${name}`} title={`Delete ${name}?`} onConfirm={remove}>
        <Text size="sm">All that people let it do ends at once, in every workspace.</Text>
      </ConfirmButton>
      <AppDialog key={String(isOpen)} opened={isOpen} app={app} onClose={close} />
      <SecretDialog
        title={`The new secret of ${name}`}
        label="Client secret"
        value={secret}
        onStored={() => setSecret(undefined)}
      />
    </Group>
  );
}
