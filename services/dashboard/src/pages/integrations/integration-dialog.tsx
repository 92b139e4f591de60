import { Modal, NativeSelect, Stack, TextInput } from '@mantine/core';
import { EventField } from '../../components/event-field.js';
import { FormActions } from '../../components/form-actions.js';
import { type ChatKind, chats, type Integration } from './integrations.js';
import { TemplateField } from './template-field.js';
import { useIntegrationForm } from './use-integration-form.js';

interface IntegrationDialogProps {
  readonly opened: boolean;
  /** The integration to change; a new one when absent. */
  readonly integration?: Integration;
  /** The chat of a new one. */
  readonly kind?: ChatKind;
  readonly onClose: () => void;
}

/** Which events are told in which chat, and in what words. */
export function IntegrationDialog({ opened, integration, kind, onClose }: IntegrationDialogProps) {
  const { form, problem, submit, isBusy } = useIntegrationForm({ integration, kind, onSaved: onClose });
  const values = form.getValues();
  const chat = chats.find((one) => one.kind === values.kind);
  const events = form.getInputProps('events');
  const template = form.getInputProps('template');
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={integration ? `Change ${integration.name}` : 'New integration'}
      size="xl"
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {integration ? null : (
            <NativeSelect
              label="Chat"
              data={chats.map(({ kind: value, name }) => ({ value, label: name }))}
              {...form.getInputProps('kind')}
              onChange={({ currentTarget }) =>
                form.setFieldValue('kind', chats.find((one) => one.kind === currentTarget.value)?.kind ?? 'slack')
              }
            />
          )}
          <TextInput label="Name" placeholder="Sales channel" {...form.getInputProps('name')} />
          <TextInput
            label="Address of the incoming webhook"
            type="url"
            placeholder={chat?.example}
            description={
              integration
                ? `Empty: it stays the one at ${integration.url_host} that ends in ${integration.url_last4}.`
                : 'The chat gives it out for one channel. It is kept like a password, and not shown again.'
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
            label={integration ? 'Save' : 'Create integration'}
            isBusy={isBusy}
            problem={problem}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}
