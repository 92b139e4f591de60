import { Modal, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf } from '../../api/client.js';
import { useTenant } from '../../api/workspace.js';
import { EventField } from '../../components/event-field.js';
import { toEventChoices } from '../../components/events.js';
import { FormActions } from '../../components/form-actions.js';
import { useProblemForm } from '../../components/use-problem-form.js';
import { getWebhooksKey, type Webhook } from './webhooks.js';

interface WebhookValues extends Record<string, unknown> {
  url: string;
  events: string[];
}

interface WebhookDialogProps {
  readonly opened: boolean;
  /** The webhook to change; a new one when absent. */
  readonly webhook?: Webhook;
  readonly onClose: () => void;
  readonly onCreated?: (created: { readonly id: string; readonly secret: string }) => void;
}

/** Where events are sent, and which. */
export function WebhookDialog({ opened, webhook, onClose, onCreated }: WebhookDialogProps) {
  const tenant = useTenant();
  const queries = useQueryClient();
  const { form, problem, showProblem, clearProblem } = useProblemForm<WebhookValues>({
    initialValues: { url: webhook?.url ?? '', events: webhook?.events ?? [] },
    validate: { events: (value) => (value.length === 0 ? 'Choose at least one event.' : null) },
  });
  const save = useMutation({
    mutationFn: async ({ url, events }: WebhookValues) => {
      const fields = { url, events: toEventChoices(events) };
      if (webhook) {
        const params = { path: { id: webhook.id } };
        await answerOf(tenant.api.PUT('/v1/webhooks/{id}', { params, body: fields }));
        return;
      }
      const body = { ...fields, active: true, payload_version: 'v2' as const };
      const { data } = await answerOf(tenant.api.POST('/v1/webhooks', { body }));
      onCreated?.(data);
    },
    onSuccess: () => {
      onClose();
      return queries.invalidateQueries({ queryKey: getWebhooksKey(tenant) });
    },
    onError: showProblem,
  });
  const submit = form.onSubmit((values) => {
    clearProblem();
    save.mutate(values);
  });
  const { value, onChange, error } = form.getInputProps('events');
  return (
    <Modal opened={opened} onClose={onClose} title={webhook ? 'Change the webhook' : 'New webhook'} size="xl">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label="URL"
            description="Events are sent here by POST, signed."
            placeholder="https://example.com/hooks/plotline"
            type="url"
            data-autofocus
            {...form.getInputProps('url')}
          />
          <EventField value={value} onChange={onChange} error={error} />
          <FormActions
            label={webhook ? 'Save' : 'Create webhook'}
            isBusy={save.isPending}
            problem={problem}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}
