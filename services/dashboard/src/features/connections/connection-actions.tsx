import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTenant } from '../../api/workspace.js';
import { ConfirmButton } from '../../ui/dialogs/confirm-button.js';
import { type Connection, type ConnectionProvider, getConnectionsKey } from './connection-queries.js';
import { ConnectionTestButton } from './connection-test-button.js';
import { LazyConnectionDialog } from './lazy-connection-dialog.js';

interface ConnectionActionsProps {
  readonly connection: Connection;
  readonly provider: ConnectionProvider;
  readonly isBusy: boolean;
  readonly onDisable: () => void;
}

/** Buttons that test, edit, disable or delete a connection. */
export function ConnectionActions({ connection, provider, isBusy, onDisable }: ConnectionActionsProps) {
  const { id, name, status } = connection;
  const { title } = provider;
  const tenant = useTenant();
  const [workspaceId, mode] = tenant.key;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [isOpen, { open, close }] = useDisclosure(false);
  const queryKey = getConnectionsKey(tenant);
  const refresh = () => queries.invalidateQueries({ queryKey });
  const remove = async () => {
    await tenant.api.DELETE('/v1/connections/{id}', { params: { path: { id } } });
    await navigate({ to: '/$workspaceId/$mode/integrations', params: { workspaceId, mode } });
    queries.removeQueries({ queryKey: [...queryKey, id] });
    await refresh();
  };
  return (
    <Group gap="xs">
      <ConnectionTestButton id={id} title={title} onTested={refresh} />
      <Button size="compact-sm" variant="default" onClick={open}>
        Edit
      </Button>
      {status === 'disabled' ? null : (
        <Button size="compact-sm" variant="default" loading={isBusy} onClick={onDisable}>
          Disable
        </Button>
      )}
      <ConfirmButton label="Delete" name={`Delete ${name}`} title={`Delete ${name}?`} onConfirm={remove}>
        <Text size="sm">
          We delete its credentials, and its hook address stops working. Records that it created stay.
        </Text>
      </ConfirmButton>
      <LazyConnectionDialog
        opened={isOpen}
        provider={provider}
        connection={connection}
        onSaved={close}
        onClose={close}
      />
    </Group>
  );
}
