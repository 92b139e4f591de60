import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useCan } from '../../api/workspace.js';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.js';
import { ModalDialog } from '../../ui/dialogs/dialog.js';
import type { SavedView, SavedViews } from './use-saved-views.js';
import { ViewRow } from './view-row.js';

/**
 * Renames, shares and deletes the person's saved views. Owners and admins can also change views that other people have
 * shared.
 */
export function ManageViewsDialog({ saved, onClose }: { readonly saved: SavedViews; readonly onClose: () => void }) {
  const { change, remove } = saved;
  const mayChangeAll = useCan('administer');
  const views = (saved.views.data ?? []).filter(({ own }) => own || mayChangeAll);
  const [deleted, setDeleted] = useState<SavedView>();
  const ask = (view: SavedView) => {
    remove.reset();
    setDeleted(view);
  };
  const close = () => setDeleted(undefined);
  return (
    <>
      <ModalDialog opened onClose={onClose} title="Saved views" size="lg" closeOnEscape={deleted === undefined}>
        <Stack gap="md">
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
          <Text size="sm">
            {deleted.shared
              ? 'This deletes the view for everyone. Its leads stay.'
              : 'This deletes the view. Its leads stay.'}
          </Text>
        </ConfirmDialog>
      )}
    </>
  );
}
