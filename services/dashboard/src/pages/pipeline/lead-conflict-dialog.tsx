import { Button, Group, Radio, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf } from '../../api/client.js';
import { useTenant } from '../../api/workspace.js';
import { ModalDialog } from '../../components/dialog.js';
import { findChangedFields, findOverlap, type LeadField } from './lead-changes.js';
import classes from './lead-page.module.css';
import { type Lead, leadKey } from './lead-query.js';
import { fieldLabels, toChangeWords, toValueWords } from './lead-words.js';
import { useLeadNames } from './use-lead-names.js';
import type { EditConflict } from './use-lead-update.js';

/** Who has changed the lead since that version of it, in words. */
function useLastEditors({ id, updated_at: since }: Lead): string {
  const tenant = useTenant();
  const { data } = useQuery({
    queryKey: [...leadKey(tenant, id), 'editors', since],
    queryFn: () => {
      const params = { path: { id }, query: { per_page: 20 } };
      return answerOf(tenant.api.GET('/v1/leads/{id}/activity', { params }));
    },
  });
  const later = (data?.data ?? []).filter(({ timestamp }) => timestamp > since);
  const names = new Set(later.map(({ actor }) => actor.name));
  return names.size === 0 ? 'Somebody else' : new Intl.ListFormat('en').format(names);
}

function ConflictForm({ base, mine, current, decide }: EditConflict) {
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
export function LeadConflictDialog({ conflict }: { readonly conflict: EditConflict | undefined }) {
  return (
    <ModalDialog
      opened={conflict !== undefined}
      onClose={() => conflict?.decide(null)}
      title="Somebody else changed this, too"
      size="lg"
    >
      {conflict === undefined ? null : <ConflictForm {...conflict} />}
    </ModalDialog>
  );
}
