import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import type { Stage } from '../../api/enums.js';
import { useCan, useTenant } from '../../api/workspace.js';
import { showErrorToast } from '../../ui/feedback/toast.js';
import { showUndoToast } from '../../ui/feedback/undo-toast.js';
import { toLabel } from '../../ui/format/label.js';
import { needsDialog } from '../leads/reopen-dialog.js';
import type { RefusedMove } from '../leads/stage-conflict-dialog.js';
import type { BoardActions } from './board-context.js';
import type { BoardQuery } from './board-filters.js';
import { getBoardKey } from './board-queries.js';
import type { Card } from './card.js';
import { type Move, useMoveLead } from './use-move-lead.js';

/** Moves cards, announces the results and offers to undo them. */
export function useBoardMoves(query: BoardQuery) {
  const canMove = useCan('write');
  const { key } = useTenant();
  const client = useQueryClient();
  const followed = useRef<string>(null);
  const [announcement, setAnnouncement] = useState('');
  const [asked, setAsked] = useState<Move>();
  const [refused, setRefused] = useState<RefusedMove>();
  const { move, cache } = useMoveLead(query, {
    onMoved: ({ card, stage, isUndo = false }): void => {
      setAnnouncement(`${card.name} is in ${toLabel(stage)} now.`);
      if (isUndo) return;
      const undo = () => move({ card: cache.find(card.id) ?? { ...card, stage }, stage: card.stage, isUndo: true });
      showUndoToast(`Moved ${card.name} to ${toLabel(stage)}.`, undo);
    },
    onConflict: (conflict, { stage }) => setRefused({ conflict, stage }),
    onRefused: (error, { card, stage }) => {
      showErrorToast(`Couldn't move ${card.name} to ${toLabel(stage)}`)(error);
      setAnnouncement(`${card.name} is back in ${toLabel(card.stage)}.`);
    },
  });

  const actions = useMemo((): BoardActions => {
    const ask = (card: Card, stage: Stage) => {
      if (needsDialog(card.stage, stage)) setAsked({ card, stage });
      else move({ card, stage });
    };
    return { canMove, followed, find: cache.find, move: ask };
  }, [canMove, cache, move]);

  /** Closes the dialog. `lead` is the lead that the dialog changed, if any. */
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
    setRefused(undefined);
    if (refused) actions.move(refused.conflict.lead, refused.stage);
  };
  return {
    actions,
    announcement,
    asked,
    /** Moves a card without a dialog. */
    move,
    refused,
    finish,
    moveAnyway,
    forgetRefused: () => setRefused(undefined),
  };
}
