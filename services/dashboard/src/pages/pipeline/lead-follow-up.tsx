import { Button, Group, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useCan } from '../../api/workspace.js';
import { DateField } from '../../components/date-field.js';
import { DateTime } from '../../components/date-time.js';
import { inDays, toLocalInput } from '../../components/follow-up-time.js';
import { Section } from '../../components/section.js';
import { tellRefusal } from '../../components/tell-refusal.js';
import type { LeadVersion } from './lead-query.js';
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
  const current = due === null ? '' : toLocalInput(new Date(due));
  // What others plan meanwhile does not touch what is half written.
  const [written, setWritten] = useState<string>();
  const text = written ?? current;
  const choose = (date: Date | null) => {
    setWritten(undefined);
    plan(date);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    choose(text === '' ? null : new Date(text));
  };
  return (
    <form onSubmit={submit} noValidate>
      <Group gap="xs" wrap="nowrap" align="flex-start" mb="xs">
        <DateField type="datetime-local" aria-label="Follow up on" flex={1} value={text} onChange={setWritten} />
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
  readonly version: LeadVersion;
  readonly save: SaveLead;
}

/** When the lead is to be contacted again: a day and time of the viewer. */
export function LeadFollowUp({ version, save }: LeadFollowUpProps) {
  const { lead } = version;
  const { next_follow_up: due } = lead;
  const isOverdue = due !== null && new Date(due) < new Date();
  const plan = (date: Date | null) =>
    void save('next_follow_up', { next_follow_up: date?.toISOString() ?? null }, lead).catch(
      tellRefusal('The follow-up was not planned'),
    );
  return (
    <Section title="Next follow-up">
      <Stack gap="xs">
        <Text size="sm" {...(isOverdue ? { c: 'var(--mantine-color-error)', fw: 600 } : {})}>
          {due === null ? 'Nothing is planned.' : <DateTime value={due} />}
          {isOverdue ? ' · overdue' : null}
        </Text>
        {useCan('write') ? <FollowUpForm due={due} plan={plan} /> : null}
      </Stack>
    </Section>
  );
}
