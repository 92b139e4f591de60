import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { changeLead, LeadConflict } from '../../../api/change-lead.js';
import { useTenant } from '../../../api/workspace.js';
import { createBoardCache } from './board-cache.js';
import type { BoardQuery } from './board-filters.js';
import { getBoardKey, getColumnKey, getSummaryKey } from './board-queries.js';
import type { Card, Stage } from './card.js';

export interface Move {
  readonly card: Card;
  readonly stage: Stage;
}

interface MoveOutcomes {
  readonly onMoved: (move: Move) => void;
  readonly onConflict: (conflict: LeadConflict, move: Move) => void;
  readonly onRefused: (error: unknown, move: Move) => void;
}

/** Moves shown at once and taken back when they are refused. What the server has is read again after the last of them. */
export function useMoveLead(query: BoardQuery, outcomes: MoveOutcomes) {
  const { api, key } = useTenant();
  const client = useQueryClient();
  const cache = useMemo(() => createBoardCache(client, key, query), [client, key, query]);
  const mutationKey = [...key, 'move'];

  const refresh = async ({ card, stage }: Move) => {
    if (client.isMutating({ mutationKey }) > 1) return;
    const keys = [getSummaryKey(key, query), getColumnKey(key, query, card.stage), getColumnKey(key, query, stage)];
    await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey, refetchType: 'none' })));
    await client.refetchQueries({ queryKey: getSummaryKey(key, query) });
  };

  const { mutate } = useMutation({
    mutationKey,
    mutationFn: ({ card, stage }: Move) => changeLead(api, card, 'stage', { stage }),
    onMutate: async ({ card, stage }) => {
      // An answer that is under way would bring the card back to where it was.
      await client.cancelQueries({
        queryKey: getBoardKey(key, query),
        predicate: ({ state }) => state.data !== undefined,
      });
      cache.place({ ...card, stage, updated_at: new Date().toISOString() });
    },
    onSuccess: (card, move) => {
      cache.place(card);
      outcomes.onMoved(move);
      return refresh(move);
    },
    onError: (error, move) => {
      const isConflict = error instanceof LeadConflict;
      cache.place(isConflict ? error.lead : move.card);
      if (isConflict) outcomes.onConflict(error, move);
      else outcomes.onRefused(error, move);
      return refresh(move);
    },
  });
  return { move: mutate, cache };
}
