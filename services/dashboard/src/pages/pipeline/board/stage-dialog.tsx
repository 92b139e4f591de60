import { Text } from '@mantine/core';
import { ConfirmDialog } from '../../../components/confirm-dialog.js';
import { LoseDialog } from '../../../components/lose-dialog.js';
import { toLabel } from '../../../components/status-badge.js';
import { WinDialog } from '../../../components/win-dialog.js';
import type { Card } from './card.js';
import type { Move } from './use-move-lead.js';

interface StageDialogProps {
  /** Move that needs more input. Undefined while the dialog is closed. */
  readonly asked: Move | undefined;
  /** Receives the won or lost lead. */
  readonly onDone: (lead: Card) => void;
  readonly onMove: (move: Move) => void;
  readonly onClose: () => void;
}

/** Asks for the deal, the loss reason or a confirmation that a move needs. */
export function StageDialog({ asked, onDone, onMove, onClose }: StageDialogProps) {
  if (!asked) return null;
  const { card, stage } = asked;
  if (stage === 'won' || stage === 'lost') {
    const EndDialog = stage === 'won' ? WinDialog : LoseDialog;
    return <EndDialog lead={card} isOpen onClose={onClose} onDone={onDone} />;
  }
  return (
    <ConfirmDialog
      opened
      title={`Move ${card.name} back to ${toLabel(stage)}?`}
      confirmLabel="Cancel the deal and move"
      isDestructive
      onConfirm={() => {
        onClose();
        onMove(asked);
      }}
      onClose={onClose}
    >
      <Text size="sm">
        The lead was won. Moving it cancels the deal, voids the invoice and makes the unit available again.
      </Text>
    </ConfirmDialog>
  );
}
