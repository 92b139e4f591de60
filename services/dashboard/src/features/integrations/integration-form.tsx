import { NativeSelect, Stack, TextInput } from '@mantine/core';
import type { Versioned } from '../../api/versioned-record.js';
import { ConflictNotice } from '../../ui/forms/conflict-notice.js';
import { FormActions } from '../../ui/forms/form-actions.js';
import { EventField } from '../events/event-field.js';
import { type ChatKind, chats, type Integration } from './integration-queries.js';
import { TemplateField } from './template-field.js';
import { useIntegrationForm } from './use-integration-form.js';

interface IntegrationFormProps {
  /** Undefined for a new integration. */
  readonly base: Versioned<Integration> | undefined;
  /** Chat that a new integration posts to. */
  readonly kind?: ChatKind;
  readonly onClose: () => void;
}

/** Form for a chat integration's URL, events and message template. */
export function IntegrationForm({ base, kind, onClose }: IntegrationFormProps) {
  const { form, problem, conflict, submit, isBusy } = useIntegrationForm({ base, kind, onSaved: onClose });
  const values = form.getValues();
  const chat = chats.find((one) => one.kind === values.kind);
  const events = form.getInputProps('events');
  const template = form.getInputProps('template');
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <ConflictNotice conflict={conflict} />
        {base ? null : (
          <NativeSelect
            label="Chat"
            data={chats.map(({ kind: value, name }) => ({ value, label: name }))}
            {...form.getInputProps('kind')}
            onChange={({ currentTarget }) =>
              form.setFieldValue('kind', chats.find((one) => one.kind === currentTarget.value)?.kind ?? 'slack')
            }
          />
        )}
        <TextInput label="Name" required placeholder="Sales channel" {...form.getInputProps('name')} />
        <TextInput
          label="Incoming webhook URL"
          required={base === undefined}
          type="url"
          placeholder={chat?.example}
          description={
            base
              ? `Leave this empty to keep the URL at ${base.record.url_host} that ends in ${base.record.url_last4}.`
              : 'Create it in your chat, for one channel. We store it like a password and never show it again.'
          }
          {...form.getInputProps('url')}
        />
        <EventField value={values.events} onChange={events.onChange} error={events.error} />
        <TemplateField
          kind={values.kind}
          chosen={values.events}
          value={values.template}
          onChange={template.onChange}
          error={template.error}
        />
        <FormActions
          label={base ? 'Save' : 'Create integration'}
          isBusy={isBusy}
          problem={problem}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}
