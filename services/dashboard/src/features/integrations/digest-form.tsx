import { Group, MultiSelect, NativeSelect, Select, Stack, TextInput } from '@mantine/core';
import type { Versioned } from '../../api/versioned-record.js';
import { ConflictNotice } from '../../ui/forms/conflict-notice.js';
import { FormActions } from '../../ui/forms/form-actions.js';
import { EventField } from '../events/event-field.js';
import { useAgents } from '../people/use-agents.js';
import { DigestPreview } from './digest-preview.js';
import { dayChoices, hours, listZoneChoices, toSchedule } from './digest-schedule.js';
import type { Integration } from './integration-queries.js';
import { useDigestForm } from './use-digest-form.js';

export interface DigestFormProps {
  /** Undefined for a new digest. */
  readonly base: Versioned<Integration> | undefined;
  readonly onClose: () => void;
}

/** Form for a digest's recipients, schedule and events. */
export function DigestForm({ base, onClose }: DigestFormProps) {
  const { form, problem, conflict, submit, isBusy } = useDigestForm(base, onClose);
  const agents = useAgents();
  const { name, events, recipients, schedule } = form.getValues();
  const { weekday, hour, time_zone } = schedule;
  const eventProps = form.getInputProps('events');
  const people = (agents.data ?? []).filter(({ id, status }) => status === 'active' || recipients.includes(id));
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <ConflictNotice conflict={conflict} />
        <TextInput label="Name" required placeholder="Morning digest" {...form.getInputProps('name')} />
        <MultiSelect
          label="Recipients"
          description="People in this workspace. We use the address they sign in with."
          data={people.map((agent) => ({ value: agent.id, label: agent.name }))}
          searchable
          hidePickedOptions
          {...form.getInputProps('recipients')}
        />
        <Group grow align="flex-start" preventGrowOverflow={false}>
          <NativeSelect label="Day" data={dayChoices} {...form.getInputProps('schedule.weekday')} />
          <NativeSelect label="Hour" data={hours} {...form.getInputProps('schedule.hour')} />
          <Select
            label="Time zone"
            data={listZoneChoices(time_zone)}
            searchable
            allowDeselect={false}
            {...form.getInputProps('schedule.time_zone')}
          />
        </Group>
        <EventField value={events} onChange={eventProps.onChange} error={eventProps.error} />
        <DigestPreview name={name} events={events} schedule={toSchedule(weekday, hour, time_zone)} />
        <FormActions label={base ? 'Save' : 'Create digest'} isBusy={isBusy} problem={problem} onCancel={onClose} />
      </Stack>
    </form>
  );
}
