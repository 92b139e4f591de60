import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { describeError } from '../../api/problem.js';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.js';
import { ModalDialog } from '../../ui/dialogs/dialog.js';
import type { SavedView, SavedViews } from './use-saved-views.js';

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
    if (!isSame) change.mutate({ id: view.id, name }, { onError: (error) => setProblem(describeError(error)) });
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

/** Renames and deletes saved views. */
export function ManageViewsDialog({ saved, onClose }: { readonly saved: SavedViews; readonly onClose: () => void }) {
  const { change, remove } = saved;
  const views = saved.views.data ?? [];
  const [deleted, setDeleted] = useState<SavedView>();
  const ask = (view: SavedView) => {
    remove.reset();
    setDeleted(view);
  };
  const close = () => setDeleted(undefined);
  return (
    <>
      <ModalDialog opened onClose={onClose} title="Saved views" closeOnEscape={deleted === undefined}>
        <Stack gap="sm">
          {views.length === 0 ? <Text size="sm">No saved views.</Text> : null}
          {views.map((view) => (
            <ViewRow key={view.id} view={view} change={change} onDelete={() => ask(view)} />
          ))}
        </Stack>
      </ModalDialog>
      {deleted === undefined ? null : (
        <ConfirmDialog
          opened
          title={`Delete ${deleted.name}?`}
          confirmLabel="Delete view"
          isDestructive
          isBusy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate(deleted.id, { onSuccess: close })}
          onClose={close}
        >
          <Text size="sm">This deletes the view. Its leads stay.</Text>
        </ConfirmDialog>
      )}
    </>
  );
}
