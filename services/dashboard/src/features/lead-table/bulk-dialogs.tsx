import { useTenant } from '../../api/workspace.js';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.js';
import { FormModal } from '../../ui/dialogs/form-dialog.js';
import { AssignForm } from './assign-form.js';
import { type BulkChange, type BulkLead, countLeads } from './bulk-change.js';
import type { GridAction } from './grid-keys.js';
import { createDeletion } from './lead-changes.js';
import { MoveForm } from './move-form.js';
import { TagForm } from './tag-form.js';

interface BulkDialogsProps {
  /** The requested action. */
  readonly action: GridAction;
  readonly leads: readonly BulkLead[];
  readonly onStart: (change: BulkChange) => void;
  readonly onClose: () => void;
}

const titles = { assign: 'Assign', tag: 'Change tags of', moveStage: 'Move' } as const;
const forms = { assign: AssignForm, tag: TagForm, moveStage: MoveForm } as const;

const nameLeads = (leads: readonly BulkLead[]) => (leads.length === 1 ? leads[0]?.name : countLeads(leads.length));

/** Asks for the input of a bulk action, then starts it. */
export function BulkDialogs({ action, leads, onStart, onClose }: BulkDialogsProps) {
  const { api } = useTenant();
  if (action === 'delete') {
    const label = leads.length === 1 ? 'Delete lead' : `Delete ${countLeads(leads.length)}`;
    return (
      <ConfirmDialog
        opened
        title={`Delete ${nameLeads(leads)}?`}
        confirmLabel={label}
        isDestructive
        onConfirm={() => onStart(createDeletion(api))}
        onClose={onClose}
      >
        This permanently deletes the leads and their timelines. You can't undo it.
      </ConfirmDialog>
    );
  }
  const ActionForm = forms[action];
  return (
    <FormModal opened onClose={onClose} title={`${titles[action]} ${nameLeads(leads)}`}>
      <ActionForm onStart={onStart} onClose={onClose} />
    </FormModal>
  );
}
