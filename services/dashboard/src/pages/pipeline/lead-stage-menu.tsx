import { ActionIcon, Button, Group, Menu, Text } from '@mantine/core';
import { useState } from 'react';
import { ChangedLeadDialog } from '../../components/changed-lead-dialog.js';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { stages } from '../../components/lead-choices.js';
import { LoseDialog } from '../../components/lose-dialog.js';
import { toLabel } from '../../components/status-badge.js';
import { WinDialog } from '../../components/win-dialog.js';
import type { Lead } from './lead-query.js';
import { type Stage, useStageMove } from './use-stage-move.js';

interface LeadStageMenuProps {
  readonly lead: Lead;
  readonly onDelete: () => void;
}

/** Moves a lead. Won and lost open a dialog, leaving won asks for confirmation, and other moves run at once. */
export function LeadStageMenu({ lead, onDelete }: LeadStageMenuProps) {
  const [target, setTarget] = useState<Stage>();
  const close = () => setTarget(undefined);
  const { move, problem, isMoving, refused, forgetRefused } = useStageMove(lead, close);
  const now = refused?.conflict.lead.stage;
  const leavesWon = lead.stage === 'won';
  const reopensTo = leavesWon && target !== 'won' && target !== 'lost' ? target : undefined;
  const choose = (stage: Stage) => {
    const movesAtOnce = stage !== 'won' && stage !== 'lost' && !leavesWon;
    return movesAtOnce ? move(stage) : setTarget(stage);
  };
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
      <ConfirmDialog
        opened={reopensTo !== undefined}
        title="Reopen this lead?"
        confirmLabel={`Move to ${toLabel(reopensTo ?? 'new').toLowerCase()}`}
        isDestructive
        isBusy={isMoving}
        problem={problem}
        onConfirm={() => move(reopensTo ?? 'new')}
        onClose={close}
      >
        This cancels the deal, voids the invoice and makes the unit available again.
      </ConfirmDialog>
      <ChangedLeadDialog
        conflict={refused?.conflict}
        repeatLabel={refused && now !== refused.stage ? `Move to ${toLabel(refused.stage)}` : undefined}
        onRepeat={repeat}
        onClose={forgetRefused}
      >
        <Text size="sm">{now === undefined ? null : `It's in ${toLabel(now)} now and wasn't moved.`}</Text>
      </ChangedLeadDialog>
    </Group>
  );
}
