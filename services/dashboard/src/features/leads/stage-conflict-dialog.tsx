import { Text } from '@mantine/core';
import type { Stage } from '../../api/enums.js';
import { toLabel } from '../../ui/format/label.js';
import type { LeadConflict } from './change-lead.js';
import { ChangedLeadDialog } from './changed-lead-dialog.js';

/** Move that was rejected because someone else has changed the lead. */
export interface RefusedMove {
  readonly conflict: LeadConflict;
  readonly stage: Stage;
}

interface StageConflictDialogProps {
  /** Undefined while the dialog is closed. */
  readonly refused: RefusedMove | undefined;
  readonly onRepeat: () => void;
  readonly onClose: () => void;
}

/** Shows the current stage of the lead. Offers to repeat the move, unless the lead is already there. */
export function StageConflictDialog({ refused, onRepeat, onClose }: StageConflictDialogProps) {
  const now = refused?.conflict.lead.stage;
  return (
    <ChangedLeadDialog
      conflict={refused?.conflict}
      repeatLabel={refused && now !== refused.stage ? `Move to ${toLabel(refused.stage)}` : undefined}
      onRepeat={onRepeat}
      onClose={onClose}
    >
      <Text size="sm">{now === undefined ? null : `It's in ${toLabel(now)} now and wasn't moved.`}</Text>
    </ChangedLeadDialog>
  );
}
