import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { readBody } from '../../api/client.js';
import { useTenant } from '../../api/workspace.js';
import { ConfirmButton } from '../../ui/dialogs/confirm-button.js';
import { TestButton } from '../deliveries/test-button.js';
import { DigestDialog } from './digest-dialog.js';
import { IntegrationDialog } from './integration-dialog.js';
import { getIntegrationsKey, type Integration } from './integration-queries.js';

interface IntegrationActionsProps {
  readonly integration: Integration;
  readonly isToggling: boolean;
  readonly onToggle: (active: boolean) => void;
}

/** Buttons that test, edit, pause or delete an integration. */
export function IntegrationActions({ integration, isToggling, onToggle }: IntegrationActionsProps) {
  const { id, kind, name, active, disabled_at } = integration;
  const isDigest = kind === 'mail_digest';
  const tenant = useTenant();
  const [workspaceId, mode] = tenant.key;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [isOpen, { open, close }] = useDisclosure(false);
  const params = { path: { id } };
  const queryKey = getIntegrationsKey(tenant);
  const refresh = () => queries.invalidateQueries({ queryKey });
  const test = async () => (await readBody(tenant.api.POST('/v1/integrations/{id}/test', { params, body: {} }))).data;
  const remove = async () => {
    await tenant.api.DELETE('/v1/integrations/{id}', { params });
    await navigate({ to: '/$workspaceId/$mode/integrations', params: { workspaceId, mode } });
    queries.removeQueries({ queryKey: [...queryKey, id] });
    await refresh();
  };
  return (
    <Group gap="xs">
      <TestButton label={isDigest ? 'Send a test digest' : 'Send a test message'} send={test} onSent={refresh} />
      <Button size="compact-sm" variant="default" onClick={open}>
        Edit
      </Button>
      {disabled_at === null ? (
        <Button size="compact-sm" variant="default" loading={isToggling} onClick={() => onToggle(!active)}>
          {active ? 'Pause' : 'Turn on'}
        </Button>
      ) : null}
      <ConfirmButton label="Delete" name={`Delete ${name}`} title={`Delete ${name}?`} onConfirm={remove}>
        <Text size="sm">
          {isDigest
            ? 'We stop sending this digest and delete its log.'
            : 'We stop sending messages to this channel and delete their log.'}
        </Text>
      </ConfirmButton>
      {isDigest ? (
        <DigestDialog key={String(isOpen)} opened={isOpen} digest={integration} onClose={close} />
      ) : (
        <IntegrationDialog key={String(isOpen)} opened={isOpen} integration={integration} onClose={close} />
      )}
    </Group>
  );
}
