import { Button, Group, Modal, Radio, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { findChangedFields, findOverlap, type LeadField } from './lead-changes.js';
import classes from './lead-page.module.css';
import { fieldLabels, toChangeWords, toValueWords } from './lead-words.js';
import { useLastEditors } from './use-last-editors.js';
import { useLeadNames } from './use-lead-names.js';
import type { LeadConflict } from './use-lead-update.js';

function ConflictForm({ base, mine, current, decide }: LeadConflict) {
  const names = useLeadNames(current.lead);
  const editors = useLastEditors(base.lead);
  const [own, setOwn] = useState<readonly LeadField[]>([]);
  const { disputed, theirs } = findOverlap(base.lead, mine, current.lead);
  const undisputed = findChangedFields(base.lead, mine).filter((field) => !disputed.includes(field));
  const choose = (field: LeadField, choice: string) =>
    setOwn([...own.filter((one) => one !== field), ...(choice === 'mine' ? [field] : [])]);
  return (
    <Stack gap="md">
      <Text size="sm">
        {editors} changed this lead after you opened it. Nothing of yours is saved yet: choose what is to hold.
      </Text>
      {disputed.map((field) => (
        <Radio.Group
          key={field}
          label={fieldLabels[field]}
          description={`It was: ${toValueWords(field, base.lead[field], names)}`}
          value={own.includes(field) ? 'mine' : 'theirs'}
          onChange={(choice) => choose(field, choice)}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="theirs" label={`Theirs: ${toValueWords(field, current.lead[field], names)}`} />
            <Radio value="mine" label={`Mine: ${toValueWords(field, mine[field], names)}`} />
          </Stack>
        </Radio.Group>
      ))}
      {theirs.length === 0 ? null : (
        <div>
          <Title order={3} size="h6">
            Also changed by them, and kept
          </Title>
          <ul className={classes.changes}>
            {theirs.map((field) => (
              <li key={field}>
                {fieldLabels[field]}: {toChangeWords(field, { from: base.lead[field], to: current.lead[field] }, names)}
              </li>
            ))}
          </ul>
        </div>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={() => decide(null)}>
          Back to editing
        </Button>
        <Button onClick={() => decide([...undisputed, ...own])}>Save</Button>
      </Group>
    </Stack>
  );
}

/** Shows, field by field, what another has changed meanwhile beside what the person wants to save. */
export function LeadConflictDialog({ conflict }: { readonly conflict: LeadConflict | undefined }) {
  return (
    <Modal
      opened={conflict !== undefined}
      onClose={() => conflict?.decide(null)}
      title="Somebody else changed this, too"
      size="lg"
    >
      {conflict === undefined ? null : <ConflictForm {...conflict} />}
    </Modal>
  );
}
