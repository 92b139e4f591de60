import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { toWords } from '../../../api/problem.js';
import type { SavedView, SavedViews } from './saved-views.js';

interface ViewRowProps {
  readonly view: SavedView;
  readonly saved: SavedViews;
}

function ViewRow({ view, saved: { change, remove } }: ViewRowProps) {
  const [name, setName] = useState(view.name);
  const [problem, setProblem] = useState<string>();
  const onError = (error: unknown) => setProblem(toWords(error));
  const isSame = name.trim() === view.name || name.trim() === '';
  const rename = (event: FormEvent) => {
    event.preventDefault();
    setProblem(undefined);
    if (!isSame) change.mutate({ id: view.id, name }, { onError });
  };
  return (
    <form onSubmit={rename}>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <TextInput
          flex={1}
          aria-label={`Name of ${view.name}`}
          maxLength={100}
          value={name}
          error={problem}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={isSame} aria-label={`Rename ${view.name}`}>
          Rename
        </Button>
        <Button
          variant="subtle"
          color="red"
          aria-label={`Delete ${view.name}`}
          onClick={() => remove.mutate(view.id, { onError })}
        >
          Delete
        </Button>
      </Group>
    </form>
  );
}

/** The views that the person has saved, to rename and delete. */
export function ManageViewsDialog({ saved, onClose }: { readonly saved: SavedViews; readonly onClose: () => void }) {
  const views = saved.views.data ?? [];
  return (
    <Modal opened onClose={onClose} title="Saved views">
      <Stack gap="sm">
        {views.length === 0 ? <Text size="sm">No views are left.</Text> : null}
        {views.map((view) => (
          <ViewRow key={view.id} view={view} saved={saved} />
        ))}
      </Stack>
    </Modal>
  );
}
