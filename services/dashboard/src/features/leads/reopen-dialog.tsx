import { Text } from '@mantine/core';
import type { Stage } from '../../api/enums.js';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.js';
import { toLabel } from '../../ui/format/label.js';

/** Checks whether a move needs more input: a deal, a reason, or a confirmation to cancel a deal. */
export function needsDialog(from: Stage, to: Stage): boolean {
  return to === 'won' || to === 'lost' || from === 'won';
}

interface ReopenDialogProps {
  /** Name of the won lead. */
  readonly name: string;
  /** Stage to move the lead to. Undefined while the dialog is closed. */
  readonly stage: Stage | undefined;
  readonly isBusy?: boolean;
  readonly problem?: string | undefined;
  readonly onConfirm: (stage: Stage) => void;
  readonly onClose: () => void;
}

/** Asks before a move cancels the deal of a won lead. */
export function ReopenDialog({ name, stage, isBusy, problem, onConfirm, onClose }: ReopenDialogProps) {
  return (
    <ConfirmDialog
      opened={stage !== undefined}
      title={`Reopen ${name}?`}
      confirmLabel={`Move to ${toLabel(stage ?? 'new').toLowerCase()}`}
      isDestructive
      isBusy={isBusy}
      problem={problem}
      onConfirm={() => stage && onConfirm(stage)}
      onClose={onClose}
    >
      <Text size="sm">This cancels the deal, voids the invoice and makes the unit available again.</Text>
    </ConfirmDialog>
  );
}
