import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { readBody } from '../../api/client.js';
import { useTenant } from '../../api/workspace.js';
import { ConfirmButton } from '../../ui/dialogs/confirm-button.js';
import { SecretDialog } from '../../ui/dialogs/secret-dialog.js';
import { AppDialog } from './app-dialog.js';
import { type App, appsQuery } from './app-queries.js';

/** Buttons that edit an app, rotate its secret or delete it. */
export function AppActions(app: App) {
  const { id, name, confidential } = app;
  const tenant = useTenant();
  const queries = useQueryClient();
  const [isOpen, { open, close }] = useDisclosure(false);
  const [secret, setSecret] = useState<string>();
  const params = { path: { id } };
  const refresh = () => queries.invalidateQueries({ queryKey: appsQuery(tenant).queryKey });
  const rotate = async () => {
    const { data } = await readBody(tenant.auth.POST('/auth/apps/{id}/rotate-secret', { params }));
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
          title={`Rotate the secret of ${name}?`}
          onConfirm={rotate}
        >
          <Text size="sm">
            The current secret stops working immediately. People don't have to authorize the app again.
          </Text>
        </ConfirmButton>
      ) : null}
      <ConfirmButton label="Delete" name={`Delete ${name}`} title={`Delete ${name}?`} onConfirm={remove}>
        <Text size="sm">The app loses access immediately, in every workspace.</Text>
      </ConfirmButton>
      <AppDialog key={String(isOpen)} opened={isOpen} app={app} onClose={close} />
      <SecretDialog
        title={`New secret of ${name}`}
        label="Client secret"
        value={secret}
        onStored={() => setSecret(undefined)}
      />
    </Group>
  );
}
