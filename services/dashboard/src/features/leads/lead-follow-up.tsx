import { Button, Group, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Versioned } from '../../api/versioned-record.js';
import { useCan } from '../../api/workspace.js';
import { showErrorToast } from '../../ui/feedback/toast.js';
import { DateTime } from '../../ui/format/date-time.js';
import { toDateTimeInput } from '../../ui/format/format-date.js';
import { DateField } from '../../ui/forms/date-field.js';
import { Section } from '../../ui/page/section.js';
import { inDays } from './follow-up-time.js';
import type { Lead } from './lead-queries.js';
import type { SaveLead } from './use-lead-update.js';

const proposals = [
  { label: 'Tomorrow', days: 1 },
  { label: 'In 3 days', days: 3 },
  { label: 'In a week', days: 7 },
] as const;

interface FollowUpFormProps {
  readonly due: string | null;
  readonly plan: (date: Date | null) => void;
}

function FollowUpForm({ due, plan }: FollowUpFormProps) {
  const current = due === null ? '' : toDateTimeInput(new Date(due));
  // A refresh must not overwrite a date that is being entered.
  const [input, setInput] = useState<string>();
  const text = input ?? current;
  const choose = (date: Date | null) => {
    setInput(undefined);
    plan(date);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    choose(text === '' ? null : new Date(text));
  };
  return (
    <form onSubmit={submit} noValidate>
      <Group gap="xs" wrap="nowrap" align="flex-start" mb="xs">
        <DateField type="datetime-local" aria-label="Follow up on" flex={1} value={text} onChange={setInput} />
        {text === current ? null : <Button type="submit">Save</Button>}
      </Group>
      <Group gap="xs">
        {proposals.map(({ label, days }) => (
          <Button key={label} size="xs" px="xs" variant="default" onClick={() => choose(inDays(days))}>
            {label}
          </Button>
        ))}
        {due === null ? null : (
          <Button size="xs" px="xs" variant="subtle" onClick={() => choose(null)}>
            Done
          </Button>
        )}
      </Group>
    </form>
  );
}

interface LeadFollowUpProps {
  readonly version: Versioned<Lead>;
  readonly save: SaveLead;
}

/** Shows and sets the next follow-up, in the viewer's time zone. */
export function LeadFollowUp({ version, save }: LeadFollowUpProps) {
  const { record: lead } = version;
  const { next_follow_up: due } = lead;
  const isOverdue = due !== null && new Date(due) < new Date();
  const plan = (date: Date | null) =>
    void save('next_follow_up', { next_follow_up: date?.toISOString() ?? null }, lead).catch(
      showErrorToast("The follow-up wasn't saved"),
    );
  return (
    <Section title="Next follow-up">
      <Stack gap="xs">
        <Text size="sm" {...(isOverdue ? { c: 'var(--mantine-color-error)', fw: 600 } : {})}>
          {due === null ? 'No follow-up planned.' : <DateTime value={due} />}
          {isOverdue ? ' · overdue' : null}
        </Text>
        {useCan('write') ? <FollowUpForm due={due} plan={plan} /> : null}
      </Stack>
    </Section>
  );
}
