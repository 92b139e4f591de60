import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { changeLead, LeadConflict } from '../../../api/change-lead.js';
import type { ApiClient } from '../../../api/client.js';
import { useTenant } from '../../../api/workspace.js';
import { showStage } from '../lead-query.js';
import { createBoardCache } from './board-cache.js';
import type { BoardQuery } from './board-filters.js';
import { countsQuery, getBoardKey, getColumnKey, getSummaryKey } from './board-queries.js';
import type { Card, Stage } from './card.js';
import { mergeCounts, type StageSummary } from './stage-counts.js';

export interface Move {
  readonly card: Card;
  readonly stage: Stage;
}

interface MoveOutcomes {
  readonly onMoved: (move: Move) => void;
  readonly onConflict: (conflict: LeadConflict, move: Move) => void;
  readonly onRefused: (error: unknown, move: Move) => void;
}

/** What came of a move: the card as it now is, and why it was refused. */
interface Outcome {
  readonly card: Card;
  readonly refusal?: unknown;
}

/** Moves a lead after the move of it that was begun before, whose outcome is what the person sees by then. */
async function moveAfter(earlier: Promise<Outcome> | undefined, api: ApiClient, move: Move): Promise<Outcome> {
  const before = await earlier;
  if (before?.refusal instanceof LeadConflict) return before;
  const seen = before?.card ?? move.card;
  try {
    return { card: await changeLead(api, seen, 'stage', { stage: move.stage }) };
  } catch (refusal) {
    return { card: refusal instanceof LeadConflict ? refusal.lead : seen, refusal };
  }
}

/**
 * Moves shown at once and taken back when they are refused; those of one lead are made one after another. What the
 * server has is read again after the last of them.
 */
export function useMoveLead(query: BoardQuery, outcomes: MoveOutcomes) {
  const tenant = useTenant();
  const { api, key } = tenant;
  const client = useQueryClient();
  const cache = useMemo(() => createBoardCache(client, key, query), [client, key, query]);
  const [turns] = useState(() => new Map<string, Promise<Outcome>>());
  const mutationKey = [...key, 'move'];

  const refresh = async ({ id, stage }: Card) => {
    const summaryKey = getSummaryKey(key, query);
    if (cache.find(id) === undefined) {
      // The column was on its way when the lead was moved into it, and may not have it.
      const queryKey = getColumnKey(key, query, stage);
      await client.cancelQueries({ queryKey });
      await client.invalidateQueries({ queryKey: summaryKey, refetchType: 'none' });
      await client.refetchQueries({ queryKey });
    }
    const isLast = () => client.isMutating({ mutationKey }) <= 1;
    if (!isLast()) return;
    // Without them the counts stay as they are shown.
    const counts = await client.fetchQuery(countsQuery(tenant, query)).catch(() => undefined);
    // A move that was begun since is not in these counts; they are read again after it.
    if (!isLast()) return;
    client.setQueryData<readonly StageSummary[]>(summaryKey, (rows) => rows && mergeCounts(rows, counts ?? []));
    // The columns show what was moved; what else shows the lead, as its page and its tasks, reads it when it is opened.
    await client.invalidateQueries({ queryKey: key, refetchType: 'none' });
  };

  const { mutate } = useMutation({
    mutationKey,
    mutationFn: async (move: Move) => {
      const { id } = move.card;
      const turn = moveAfter(turns.get(id), api, move);
      turns.set(id, turn);
      const outcome = await turn;
      // Until the last move of a card is made, the card is shown where that one leads.
      const isLast = turns.get(id) === turn;
      if (isLast) turns.delete(id);
      return { ...outcome, isLast };
    },
    onMutate: async ({ card, stage }) => {
      // An answer that is under way would bring the card back to where it was.
      await client.cancelQueries({
        queryKey: getBoardKey(key, query),
        predicate: ({ state }) => state.data !== undefined,
      });
      cache.place({ ...card, stage, updated_at: new Date().toISOString() });
    },
    onSuccess: ({ card, refusal, isLast }, move) => {
      if (isLast) {
        cache.place(card);
        showStage(client, tenant, card.id, card.stage);
      }
      if (refusal === undefined) outcomes.onMoved(move);
      else if (refusal instanceof LeadConflict) outcomes.onConflict(refusal, move);
      else outcomes.onRefused(refusal, { ...move, card });
      return refresh(card);
    },
  });
  return { move: mutate, cache };
}
