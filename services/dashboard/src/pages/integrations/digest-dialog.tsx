import { Group, Modal, MultiSelect, NativeSelect, Select, Stack, TextInput } from '@mantine/core';
import { EventField } from '../../components/event-field.js';
import { FormActions } from '../../components/form-actions.js';
import { useAgents } from '../../components/use-agents.js';
import { DigestPreview } from './digest-preview.js';
import { dayChoices, hours, listTimeZones, toSchedule } from './digest-schedule.js';
import type { Integration } from './integrations.js';
import { useDigestForm } from './use-digest-form.js';

interface DigestDialogProps {
  readonly opened: boolean;
  /** The digest to change; a new one when absent. */
  readonly digest?: Integration;
  readonly onClose: () => void;
}

/** Who is told by mail of which events, and when. */
export function DigestDialog({ opened, digest, onClose }: DigestDialogProps) {
  const { form, problem, submit, isBusy } = useDigestForm(digest, onClose);
  const agents = useAgents();
  const { name, events, recipients, day, hour, timeZone } = form.getValues();
  const eventProps = form.getInputProps('events');
  const people = (agents.data ?? []).filter(({ id, status }) => status === 'active' || recipients.includes(id));
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={digest ? `Change ${digest.name}` : 'New mail digest'}
      size="xl"
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput label="Name" placeholder="Morning mail" {...form.getInputProps('name')} />
          <MultiSelect
            label="Recipients"
            description="People of this workspace, at the addresses that they sign in with."
            data={people.map((agent) => ({ value: agent.id, label: agent.name }))}
            searchable
            hidePickedOptions
            {...form.getInputProps('recipients')}
          />
          <Group grow align="flex-start" preventGrowOverflow={false}>
            <NativeSelect label="Day" data={dayChoices} {...form.getInputProps('day')} />
            <NativeSelect label="Hour" data={hours} {...form.getInputProps('hour')} />
            <Select
              label="Time zone"
              data={listTimeZones(timeZone)}
              searchable
              allowDeselect={false}
              {...form.getInputProps('timeZone')}
            />
          </Group>
          <EventField value={events} onChange={eventProps.onChange} error={eventProps.error} />
          <DigestPreview name={name} events={events} schedule={toSchedule(day, hour, timeZone)} />
          <FormActions label={digest ? 'Save' : 'Create digest'} isBusy={isBusy} problem={problem} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}
