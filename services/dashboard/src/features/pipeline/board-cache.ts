import type { QueryClient } from '@tanstack/react-query';
import type { Stage } from '../../api/enums.js';
import { stages } from '../../api/enums.js';
import type { Tenant } from '../../api/workspace.js';
import type { BoardQuery } from './board-filters.js';
import { getColumnKey, getSummaryKey } from './board-queries.js';
import type { Card } from './card.js';
import { type ColumnPages, insertCard, listCards, removeCard } from './column-pages.js';
import { recount, type StageSummary } from './stage-counts.js';

/** Cached cards of the board for one set of filters. Changes are visible immediately. */
export interface BoardCache {
  find(id: string): Card | undefined;
  /** Moves a card to the column of its stage. */
  place(card: Card): void;
}

export function createBoardCache(client: QueryClient, key: Tenant['key'], query: BoardQuery): BoardCache {
  const getKey = (stage: Stage) => getColumnKey(key, query, stage);
  const find = (id: string) => {
    const all = stages.flatMap((stage) => listCards(client.getQueryData<ColumnPages>(getKey(stage))));
    return all.find((card) => card.id === id);
  };
  const place = (card: Card) => {
    const from = find(card.id)?.stage;
    for (const stage of stages) {
      const change = (pages: ColumnPages) =>
        stage === card.stage ? insertCard(pages, card) : removeCard(pages, card.id);
      client.setQueryData<ColumnPages>(getKey(stage), (pages) => pages && change(pages));
    }
    if (from === undefined || from === card.stage) return;
    const summaryKey = getSummaryKey(key, query);
    client.setQueryData<readonly StageSummary[]>(summaryKey, (rows) => rows && recount(rows, from, card.stage));
  };
  return { find, place };
}
