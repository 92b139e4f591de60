import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { toWords } from '../../../api/problem.js';
import { ConfirmDialog } from '../../../components/confirm-dialog.js';
import { ModalDialog } from '../../../components/dialog.js';
import type { SavedView, SavedViews } from './saved-views.js';

interface ViewRowProps {
  readonly view: SavedView;
  readonly change: SavedViews['change'];
  readonly onDelete: () => void;
}

function ViewRow({ view, change, onDelete }: ViewRowProps) {
  const [name, setName] = useState(view.name);
  const [problem, setProblem] = useState<string>();
  const isSame = name.trim() === view.name || name.trim() === '';
  const rename = (event: FormEvent) => {
    event.preventDefault();
    setProblem(undefined);
    if (!isSame) change.mutate({ id: view.id, name }, { onError: (error) => setProblem(toWords(error)) });
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
        <Button variant="subtle" color="red" aria-label={`Delete ${view.name}`} onClick={onDelete}>
          Delete
        </Button>
      </Group>
    </form>
  );
}

/** The views that the person has saved, to rename and delete. */
export function ManageViewsDialog({ saved, onClose }: { readonly saved: SavedViews; readonly onClose: () => void }) {
  const { change, remove } = saved;
  const views = saved.views.data ?? [];
  const [asked, setAsked] = useState<SavedView>();
  const ask = (view: SavedView) => {
    remove.reset();
    setAsked(view);
  };
  const close = () => setAsked(undefined);
  return (
    <>
      <ModalDialog opened onClose={onClose} title="Saved views" closeOnEscape={asked === undefined}>
        <Stack gap="sm">
          {views.length === 0 ? <Text size="sm">No views are left.</Text> : null}
          {views.map((view) => (
            <ViewRow key={view.id} view={view} change={change} onDelete={() => ask(view)} />
          ))}
        </Stack>
      </ModalDialog>
      {asked === undefined ? null : (
        <ConfirmDialog
          opened
          title={`Delete ${asked.name}?`}
          confirmLabel="Delete view"
          isDestructive
          isBusy={remove.isPending}
          problem={remove.error ? toWords(remove.error) : undefined}
          onConfirm={() => remove.mutate(asked.id, { onSuccess: close })}
          onClose={close}
        >
          <Text size="sm">Its name and filters are deleted. The leads stay.</Text>
        </ConfirmDialog>
      )}
    </>
  );
}
