import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import type { LeadConflict } from '../../../api/change-lead.js';
import { toWords } from '../../../api/problem.js';
import { useCan, useTenant } from '../../../api/workspace.js';
import { toLabel } from '../../../components/status-badge.js';
import type { BoardActions } from './board-context.js';
import type { BoardQuery } from './board-filters.js';
import { getBoardKey } from './board-queries.js';
import type { Card, Stage } from './card.js';
import { type Move, useMoveLead } from './use-move-lead.js';

/** Winning needs a deal, losing needs a reason, and leaving `won` cancels the deal. */
const needsDialog = ({ card, stage }: Move) => stage === 'won' || stage === 'lost' || card.stage === 'won';

/** Moves cards, and announces the results. */
export function useBoardMoves(query: BoardQuery) {
  const canMove = useCan('write');
  const { key } = useTenant();
  const client = useQueryClient();
  const followed = useRef<string>(null);
  const [announcement, setAnnouncement] = useState('');
  const [asked, setAsked] = useState<Move>();
  const [conflict, setConflict] = useState<{ readonly of: LeadConflict; readonly stage: Stage }>();
  const { move, cache } = useMoveLead(query, {
    onMoved: ({ card, stage }) => setAnnouncement(`${card.name} is in ${toLabel(stage)} now.`),
    onConflict: (of, { stage }) => setConflict({ of, stage }),
    onRefused: (error, { card, stage }) => {
      const title = `Couldn't move ${card.name} to ${toLabel(stage)}`;
      notifications.show({ color: 'red', title, message: toWords(error), autoClose: 10_000, withCloseButton: true });
      setAnnouncement(`${card.name} is back in ${toLabel(card.stage)}.`);
    },
  });

  const actions = useMemo((): BoardActions => {
    const ask = (card: Card, stage: Stage) => {
      if (needsDialog({ card, stage })) setAsked({ card, stage });
      else move({ card, stage });
    };
    return { canMove, followed, find: cache.find, move: ask };
  }, [canMove, cache, move]);

  /** Closes the dialog. `lead` is the lead that it changed, if any. */
  const finish = (lead?: Card) => {
    setAsked(undefined);
    if (!lead) {
      followed.current = null;
      return;
    }
    cache.place({ ...lead, agent: lead.agent ?? asked?.card.agent });
    setAnnouncement(`${lead.name} is in ${toLabel(lead.stage)} now.`);
    void client.invalidateQueries({ queryKey: getBoardKey(key, query) });
  };
  const moveAnyway = () => {
    setConflict(undefined);
    if (conflict) actions.move(conflict.of.lead, conflict.stage);
  };
  return {
    actions,
    announcement,
    asked,
    /** Moves without a dialog. */
    move,
    conflict,
    finish,
    moveAnyway,
    closeConflict: () => setConflict(undefined),
  };
}
