import { LoseDialog } from '../leads/lose-dialog.js';
import { ReopenDialog } from '../leads/reopen-dialog.js';
import { WinDialog } from '../leads/win-dialog.js';
import type { Card } from './card.js';
import type { Move } from './use-move-lead.js';

interface StageDialogProps {
  /** Move that needs input from a dialog. */
  readonly asked: Move;
  /** Receives the won or lost lead. */
  readonly onDone: (lead: Card) => void;
  readonly onMove: (move: Move) => void;
  readonly onClose: () => void;
}

/** Asks for what a move needs: the deal, the loss reason, or a confirmation. */
export function StageDialog({ asked, onDone, onMove, onClose }: StageDialogProps) {
  const { card, stage } = asked;
  if (stage === 'won' || stage === 'lost') {
    const EndDialog = stage === 'won' ? WinDialog : LoseDialog;
    return <EndDialog lead={card} isOpen onClose={onClose} onDone={onDone} />;
  }
  const reopen = () => {
    onClose();
    onMove(asked);
  };
  return <ReopenDialog name={card.name} stage={stage} onConfirm={reopen} onClose={onClose} />;
}
