import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { answerOf } from '../../api/client.js';
import { useTenant } from '../../api/workspace.js';
import { ConfirmButton } from '../../components/confirm-button.js';
import { TestButton } from '../../components/test-button.js';
import { DigestDialog } from './digest-dialog.js';
import { IntegrationDialog } from './integration-dialog.js';
import { getIntegrationsKey, type Integration } from './integrations.js';

interface IntegrationActionsProps {
  readonly integration: Integration;
  readonly isTurning: boolean;
  readonly onTurn: (active: boolean) => void;
}

/** Trying, changing, pausing and deleting an integration. */
export function IntegrationActions({ integration, isTurning, onTurn }: IntegrationActionsProps) {
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
  const test = async () => (await answerOf(tenant.api.POST('/v1/integrations/{id}/test', { params, body: {} }))).data;
  const remove = async () => {
    await tenant.api.DELETE('/v1/integrations/{id}', { params });
    await navigate({ to: '/$workspaceId/$mode/integrations', params: { workspaceId, mode } });
    queries.removeQueries({ queryKey: [...queryKey, id] });
    await refresh();
  };
  return (
    <Group gap="xs">
      <TestButton label={isDigest ? 'Mail a test digest' : 'Send a test message'} send={test} onSent={refresh} />
      <Button size="compact-sm" variant="default" onClick={open}>
        Edit
      </Button>
      {disabled_at === null ? (
        <Button size="compact-sm" variant="default" loading={isTurning} onClick={() => onTurn(!active)}>
          {active ? 'Pause' : 'Turn on'}
        </Button>
      ) : null}
      <ConfirmButton label="Delete" name={`Delete ${name}`} title={`Delete ${name}?`} onConfirm={remove}>
        <Text size="sm">
          {isDigest ? 'Nobody is mailed any more' : 'The channel gets no more messages'}, and the log of what was sent
          is gone.
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
