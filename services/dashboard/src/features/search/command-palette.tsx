import { lazy, Suspense, useState } from 'react';
import { ModalDialog } from '../../ui/dialogs/dialog.js';
import { FormDrawer } from '../../ui/dialogs/form-dialog.js';
import { LoadingState } from '../../ui/feedback/states.js';
import { useIsPhone } from '../../ui/page/use-is-phone.js';
import { PaletteSearch } from './palette-search.js';
import { type ActionDialog, type ModeSwitch, useActions } from './use-actions.js';
import { type MenuPage, usePages } from './use-pages.js';

// The code is loaded when a dialog opens, because most people search for a record.
const NewLeadForm = lazy(async () => ({ default: (await import('../leads/new-lead-form.js')).NewLeadForm }));
const TaskDialog = lazy(async () => ({ default: (await import('../tasks/task-dialog.js')).TaskDialog }));
const InviteDialog = lazy(async () => ({ default: (await import('../people/invite-dialog.js')).InviteDialog }));

interface CommandPaletteProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  /** Pages of the menu. */
  readonly pages: readonly MenuPage[];
  readonly modeSwitch: ModeSwitch;
}

/** Finds records, pages and actions by typing, and opens the dialog of an action. */
export function CommandPalette({ opened, onClose, pages, modeSwitch }: CommandPaletteProps) {
  const [dialog, setDialog] = useState<ActionDialog>();
  const actions = useActions(setDialog, modeSwitch);
  const allPages = usePages(pages);
  const isPhone = useIsPhone();
  const closeDialog = () => setDialog(undefined);
  return (
    <>
      <ModalDialog
        opened={opened}
        onClose={onClose}
        title="Search"
        size="lg"
        centered={false}
        yOffset="8vh"
        fullScreen={isPhone}
      >
        <PaletteSearch actions={actions} pages={allPages} onClose={onClose} />
      </ModalDialog>
      <FormDrawer opened={dialog === 'lead'} onClose={closeDialog} title="New lead" position="right">
        <Suspense fallback={<LoadingState />}>
          <NewLeadForm onClose={closeDialog} />
        </Suspense>
      </FormDrawer>
      <Suspense>
        {dialog === 'task' ? <TaskDialog onClose={closeDialog} /> : null}
        {dialog === 'invitation' ? <InviteDialog opened onClose={closeDialog} /> : null}
      </Suspense>
    </>
  );
}
