import { ActionIcon, Button, Group, Menu } from '@mantine/core';
import { useState } from 'react';
import { type Stage, stages } from '../../api/enums.js';
import { toLabel } from '../../ui/format/label.js';
import type { Lead } from './lead-queries.js';
import { LoseDialog } from './lose-dialog.js';
import { needsDialog, ReopenDialog } from './reopen-dialog.js';
import { StageConflictDialog } from './stage-conflict-dialog.js';
import { useStageMove } from './use-stage-move.js';
import { WinDialog } from './win-dialog.js';

interface LeadStageMenuProps {
  readonly lead: Lead;
  readonly onDelete: () => void;
}

/** Moves a lead. Won and lost open a dialog, leaving won asks for confirmation, and other moves run at once. */
export function LeadStageMenu({ lead, onDelete }: LeadStageMenuProps) {
  const [target, setTarget] = useState<Stage>();
  const close = () => setTarget(undefined);
  const { move, problem, isMoving, refused, forgetRefused } = useStageMove(lead, close);
  const leavesWon = lead.stage === 'won';
  const reopensTo = leavesWon && target !== 'won' && target !== 'lost' ? target : undefined;
  const choose = (stage: Stage) => (needsDialog(lead.stage, stage) ? setTarget(stage) : move(stage));
  const repeat = () => {
    forgetRefused();
    if (refused) choose(refused.stage);
  };
  return (
    <Group gap="xs">
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button variant="default" loading={isMoving}>
            Move to
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {stages
            .filter((stage) => stage !== lead.stage)
            .map((stage) => (
              <Menu.Item key={stage} onClick={() => choose(stage)}>
                {toLabel(stage)}
              </Menu.Item>
            ))}
        </Menu.Dropdown>
      </Menu>
      {leavesWon ? null : (
        <Button color="green" onClick={() => setTarget('won')}>
          Win
        </Button>
      )}
      {leavesWon || lead.stage === 'lost' ? null : (
        <Button variant="default" onClick={() => setTarget('lost')}>
          Lose
        </Button>
      )}
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label="More actions">
            ⋯
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item color="red" onClick={onDelete}>
            Delete lead
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
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
    </Group>
  );
}
