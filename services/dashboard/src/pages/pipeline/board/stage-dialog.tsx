import { Text } from '@mantine/core';
import { ConfirmDialog } from '../../../components/confirm-dialog.js';
import { LoseDialog } from '../../../components/lose-dialog.js';
import { toLabel } from '../../../components/status-badge.js';
import { WinDialog } from '../../../components/win-dialog.js';
import type { Card } from './card.js';
import type { Move } from './use-move-lead.js';

interface StageDialogProps {
  /** The move that is asked about. */
  readonly asked: Move | undefined;
  /** Told the lead that was won or lost. */
  readonly onDone: (lead: Card) => void;
  readonly onMove: (move: Move) => void;
  readonly onClose: () => void;
}

/** Asks for what a move needs beside the stage. */
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
        The lead was won. Its deal is cancelled, the invoice voided, and the unit is available again.
      </Text>
    </ConfirmDialog>
  );
}
