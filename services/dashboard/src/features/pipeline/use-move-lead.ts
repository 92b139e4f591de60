import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ApiClient } from '../../api/client.js';
import type { Stage } from '../../api/enums.js';
import { useTenant } from '../../api/workspace.js';
import { changeLead, LeadConflict } from '../leads/change-lead.js';
import { showStage } from '../leads/lead-queries.js';
import { createBoardCache } from './board-cache.js';
import type { BoardQuery } from './board-filters.js';
import { countsQuery, getBoardKey, getColumnKey, getSummaryKey } from './board-queries.js';
import type { Card } from './card.js';
import { mergeCounts, type StageSummary } from './stage-counts.js';

export interface Move {
  readonly card: Card;
  readonly stage: Stage;
  /** Whether the move undoes an earlier move. */
  readonly isUndo?: boolean;
}

interface MoveOutcomes {
  readonly onMoved: (move: Move) => void;
  readonly onConflict: (conflict: LeadConflict, move: Move) => void;
  readonly onRefused: (error: unknown, move: Move) => void;
}

/** Outcome of a move: the current card, and the error if the move failed. */
interface Outcome {
  readonly card: Card;
  readonly refusal?: unknown;
}

/** Waits for an earlier move of the same lead. Starts from the outcome of that move, which the screen shows by then. */
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
 * Shows moves immediately, and reverts them after an error. Moves of one lead run one after another. The counts are
 * read again after the last move.
 */
export function useMoveLead(query: BoardQuery, outcomes: MoveOutcomes) {
  const tenant = useTenant();
  const { api, key } = tenant;
  const client = useQueryClient();
  const cache = useMemo(() => createBoardCache(client, key, query), [client, key, query]);
  const [lastMoves] = useState(() => new Map<string, Promise<Outcome>>());
  const mutationKey = [...key, 'move'];

  const refresh = async ({ id, stage }: Card) => {
    const summaryKey = getSummaryKey(key, query);
    if (cache.find(id) === undefined) {
      // The column was loading when the lead moved into it, and may not contain it.
      const queryKey = getColumnKey(key, query, stage);
      await client.cancelQueries({ queryKey });
      await client.invalidateQueries({ queryKey: summaryKey, refetchType: 'none' });
      await client.refetchQueries({ queryKey });
    }
    const isLast = () => client.isMutating({ mutationKey }) <= 1;
    if (!isLast()) return;
    // If this fails, the current counts are kept.
    const counts = await client.fetchQuery(countsQuery(tenant, query)).catch(() => undefined);
    // These counts don't include a move that has started since. They are read again after that move.
    if (!isLast()) return;
    client.setQueryData<readonly StageSummary[]>(summaryKey, (rows) => rows && mergeCounts(rows, counts ?? []));
    // The columns are up to date. Other pages, such as the lead's page and the tasks, refresh when they are opened.
    await client.invalidateQueries({ queryKey: key, refetchType: 'none' });
  };

  const { mutate } = useMutation({
    mutationKey,
    mutationFn: async (move: Move) => {
      const { id } = move.card;
      const pending = moveAfter(lastMoves.get(id), api, move);
      lastMoves.set(id, pending);
      const outcome = await pending;
      // Until its last move has ended, the card is shown in the target of that move.
      const isLast = lastMoves.get(id) === pending;
      if (isLast) lastMoves.delete(id);
      return { ...outcome, isLast };
    },
    onMutate: async ({ card, stage }) => {
      // A response to an earlier read would move the card back.
      await client.cancelQueries({
        queryKey: getBoardKey(key, query),
        predicate: ({ state }) => state.data !== undefined,
      });
      const now = new Date().toISOString();
      cache.place({ ...card, stage, stage_entered_at: now, updated_at: now });
    },
    onSuccess: ({ card, refusal, isLast }, move) => {
      if (isLast) {
        cache.place(card);
        showStage(client, tenant, card.id, card);
      }
      if (refusal === undefined) outcomes.onMoved(move);
      else if (refusal instanceof LeadConflict) outcomes.onConflict(refusal, move);
      else outcomes.onRefused(refusal, { ...move, card });
      return refresh(card);
    },
  });
  return { move: mutate, cache };
}
