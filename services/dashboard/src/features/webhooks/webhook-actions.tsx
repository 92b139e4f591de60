import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { readBody } from '../../api/client.js';
import { useTenant } from '../../api/workspace.js';
import { ConfirmButton } from '../../ui/dialogs/confirm-button.js';
import { SecretDialog } from '../../ui/dialogs/secret-dialog.js';
import { TestButton } from '../deliveries/test-button.js';
import { WebhookDialog } from './webhook-dialog.js';
import { getWebhooksKey, type Webhook } from './webhook-queries.js';

interface WebhookActionsProps {
  readonly webhook: Webhook;
  /** Button that pauses the webhook. It is placed before the button that deletes the webhook. */
  readonly pause: ReactNode;
}

/** Buttons that test, edit, pause or delete a webhook, or rotate its secret. */
export function WebhookActions({ webhook: { id, url }, pause }: WebhookActionsProps) {
  const tenant = useTenant();
  const [workspaceId, mode] = tenant.key;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [isOpen, { open, close }] = useDisclosure(false);
  const [secret, setSecret] = useState<string>();
  const params = { path: { id } };
  const refresh = () => queries.invalidateQueries({ queryKey: getWebhooksKey(tenant) });
  const test = async () => (await readBody(tenant.api.POST('/v1/webhooks/{id}/test', { params, body: {} }))).data;
  const rotate = async () => {
    const { data } = await readBody(tenant.api.POST('/v1/webhooks/{id}/rotate-secret', { params, body: {} }));
    setSecret(data.secret);
    await refresh();
  };
  const remove = async () => {
    await tenant.api.DELETE('/v1/webhooks/{id}', { params });
    await navigate({ to: '/$workspaceId/$mode/developers/webhooks', params: { workspaceId, mode } });
    queries.removeQueries({ queryKey: [...getWebhooksKey(tenant), id] });
    await refresh();
  };
  return (
    <>
      <TestButton label="Send a test" send={test} onSent={refresh} />
      <Button size="compact-sm" variant="default" onClick={open}>
        Edit
      </Button>
      <ConfirmButton
        label="Rotate secret"
        name="Rotate secret"
        title="Rotate the signing secret?"
        isDestructive={false}
        onConfirm={rotate}
      >
        <Text size="sm">For 24 hours we sign deliveries with both secrets, so that your software can switch.</Text>
      </ConfirmButton>
      {pause}
      <ConfirmButton label="Delete" name="Delete the webhook" title="Delete the webhook?" onConfirm={remove}>
        <Text size="sm">We stop sending events to {url} and delete its delivery log.</Text>
      </ConfirmButton>
      <WebhookDialog key={String(isOpen)} opened={isOpen} id={id} onClose={close} />
      <SecretDialog
        title="New signing secret"
        label="Signing secret"
        value={secret}
        note="The old secret works for another 24 hours."
        onStored={() => setSecret(undefined)}
      />
    </>
  );
}
