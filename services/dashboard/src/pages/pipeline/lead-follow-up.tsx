import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type ChangeEvent, useState } from 'react';
import { toWords } from '../../api/problem.js';
import { useCan } from '../../api/workspace.js';
import { DateTime } from '../../components/date-time.js';
import { inDays, toLocalInput } from './lead-follow-up-time.js';
import type { LeadVersion } from './lead-query.js';
import { LeadSection } from './lead-section.js';
import type { SaveLead } from './use-lead-update.js';

interface LeadFollowUpProps {
  readonly version: LeadVersion;
  readonly save: SaveLead;
}

const proposals = [
  { label: 'Tomorrow', days: 1 },
  { label: 'In 3 days', days: 3 },
  { label: 'In a week', days: 7 },
] as const;

/** When the lead is to be contacted again; a day and an hour of the viewer. */
export function LeadFollowUp({ version, save }: LeadFollowUpProps) {
  const { next_follow_up: due } = version.lead;
  const mayWrite = useCan('write');
  const [problem, setProblem] = useState<string>();
  const plan = (date: Date | null) => {
    setProblem(undefined);
    const next = date === null ? null : date.toISOString();
    save({ next_follow_up: next }, version).catch((error: unknown) => setProblem(toWords(error)));
  };
  const pick = ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement>) => {
    if (value !== '') plan(new Date(value));
  };
  const isOverdue = due !== null && new Date(due) < new Date();
  return (
    <LeadSection title="Next follow-up">
      <Stack gap="xs">
        <Text size="sm" {...(isOverdue ? { c: 'var(--mantine-color-error)', fw: 600 } : {})}>
          {due === null ? 'Nothing is planned.' : <DateTime value={due} />}
          {isOverdue ? ' · overdue' : null}
        </Text>
        {mayWrite ? (
          <>
            <TextInput
              key={due}
              type="datetime-local"
              aria-label="Follow up on"
              defaultValue={due === null ? '' : toLocalInput(new Date(due))}
              onBlur={(event) =>
                event.currentTarget.value !== (due === null ? '' : toLocalInput(new Date(due))) && pick(event)
              }
              error={problem}
            />
            <Group gap="xs">
              {proposals.map(({ label, days }) => (
                <Button key={label} size="xs" variant="default" onClick={() => plan(inDays(days))}>
                  {label}
                </Button>
              ))}
              {due === null ? null : (
                <Button size="xs" variant="subtle" onClick={() => plan(null)}>
                  Done
                </Button>
              )}
            </Group>
          </>
        ) : null}
      </Stack>
    </LeadSection>
  );
}
