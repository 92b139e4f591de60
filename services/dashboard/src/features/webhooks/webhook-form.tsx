import { Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { readBody } from '../../api/client.js';
import { ifMatch, readVersioned, type Versioned } from '../../api/versioned-record.js';
import { useTenant } from '../../api/workspace.js';
import { ConflictNotice } from '../../ui/forms/conflict-notice.js';
import { FormActions } from '../../ui/forms/form-actions.js';
import { useRecordForm } from '../../ui/forms/use-record-form.js';
import { EventField } from '../events/event-field.js';
import { toEventChoices } from '../events/public-events.js';
import { getWebhooksKey, readWebhook, type Webhook } from './webhook-queries.js';

interface WebhookValues extends Record<string, unknown> {
  url: string;
  events: string[];
}

export interface WebhookFormProps {
  /** Undefined for a new webhook. */
  readonly base: Versioned<Webhook> | undefined;
  readonly onClose: () => void;
  readonly onCreated?: (created: { readonly id: string; readonly secret: string }) => void;
}

const validate = ({ events }: WebhookValues): Record<string, string> =>
  events.length === 0 ? { events: 'Choose at least one event.' } : {};

const toValues = ({ url, events }: Webhook): WebhookValues => ({ url, events });

/** Form for a webhook's URL and events. */
export function WebhookForm({ base, onClose, onCreated }: WebhookFormProps) {
  const tenant = useTenant();
  const queries = useQueryClient();
  const id = base?.record.id ?? '';
  const { form, problem, conflict, isBusy, submit } = useRecordForm({
    base,
    initialValues: base === undefined ? { url: '', events: [] } : toValues(base.record),
    validate,
    toValues,
    toBody: ({ url, events }) => ({ url, events: toEventChoices(events) }),
    create: async (fields): Promise<Webhook> => {
      const body = { ...fields, active: true, payload_version: 'v2' as const };
      const { data } = await readBody(tenant.api.POST('/v1/webhooks', { body }));
      onCreated?.(data);
      return data;
    },
    update: (body, tag) => {
      const params = { path: { id } };
      return readVersioned(tenant.api.PUT('/v1/webhooks/{id}', { params, headers: ifMatch(tag), body }));
    },
    read: () => readWebhook(tenant, id),
    onSaved: () => {
      onClose();
      void queries.invalidateQueries({ queryKey: getWebhooksKey(tenant) });
    },
  });
  const { value, onChange, error } = form.getInputProps('events');
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <ConflictNotice conflict={conflict} />
        <TextInput
          label="URL"
          required
          description="We send signed POST requests to this address."
          placeholder="https://example.com/hooks/plotline"
          type="url"
          data-autofocus
          {...form.getInputProps('url')}
        />
        <EventField value={value} onChange={onChange} error={error} />
        <FormActions label={base ? 'Save' : 'Create webhook'} isBusy={isBusy} problem={problem} onCancel={onClose} />
      </Stack>
    </form>
  );
}
