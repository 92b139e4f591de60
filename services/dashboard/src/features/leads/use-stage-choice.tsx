import { type ReactNode, useState } from 'react';
import type { Stage } from '../../api/enums.js';
import type { Lead } from './lead-queries.js';
import { LoseDialog } from './lose-dialog.js';
import { needsDialog, ReopenDialog } from './reopen-dialog.js';
import { StageConflictDialog } from './stage-conflict-dialog.js';
import { useStageMove } from './use-stage-move.js';
import { WinDialog } from './win-dialog.js';

interface StageChoice {
  /**
   * Moves the lead. Moves to won and lost open a dialog. Moves from won ask for confirmation. Other moves run
   * immediately.
   */
  readonly choose: (stage: Stage) => void;
  readonly isMoving: boolean;
  /** Dialogs of the moves. Render them once. */
  readonly dialogs: ReactNode;
}

/** Moves a lead from its stage bar or its menu. */
export function useStageChoice(lead: Lead): StageChoice {
  const [target, setTarget] = useState<Stage>();
  const close = () => setTarget(undefined);
  const { move, problem, isMoving, refused, forgetRefused } = useStageMove(lead, close);
  const reopensTo = lead.stage === 'won' && target !== 'won' && target !== 'lost' ? target : undefined;
  const choose = (stage: Stage) => (needsDialog(lead.stage, stage) ? setTarget(stage) : move(stage));
  const repeat = () => {
    forgetRefused();
    if (refused) choose(refused.stage);
  };
  const dialogs = (
    <>
      <WinDialog lead={lead} isOpen={target === 'won'} onClose={close} onDone={close} />
      <LoseDialog lead={lead} isOpen={target === 'lost'} onClose={close} onDone={close} />
      <ReopenDialog
        name={lead.name}
        stage={reopensTo}
        isBusy={isMoving}
        problem={problem}
        onConfirm={move}
        onClose={close}
      />
      <StageConflictDialog refused={refused} onRepeat={repeat} onClose={forgetRefused} />
    </>
  );
  return { choose, isMoving, dialogs };
}
