import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { answerOf } from '../../../api/client.js';
import { type Tenant, useTenant } from '../../../api/workspace.js';
import type { BoardQuery } from './board-filters.js';
import { cardFields, type Stage } from './card.js';
import type { ColumnPage } from './column-pages.js';

const cardsPerPage = 50;
/** A column of which more is loaded is not read again from its beginning because the window came back. */
const maxRefreshedPages = 3;

/** Begins the keys of all queries of the board with these filters. */
export function getBoardKey(key: Tenant['key'], query: BoardQuery) {
  return [...key, 'leads', 'board', query] as const;
}

export function getColumnKey(key: Tenant['key'], query: BoardQuery, stage: Stage) {
  return [...getBoardKey(key, query), stage] as const;
}

export function getSummaryKey(key: Tenant['key'], query: BoardQuery) {
  return [...getBoardKey(key, query), 'summary'] as const;
}

/** Counts and sums of all columns. */
export function useSummary(query: BoardQuery) {
  const { api, key } = useTenant();
  return useQuery({
    queryKey: getSummaryKey(key, query),
    queryFn: async () => (await answerOf(api.GET('/v1/leads/summary', { params: { query } }))).data.stages,
  });
}

/** The cards of a column, page by page. */
export function useColumn(query: BoardQuery, stage: Stage) {
  const { api, key } = useTenant();
  return useInfiniteQuery({
    queryKey: getColumnKey(key, query, stage),
    initialPageParam: '',
    queryFn: async ({ pageParam: cursor }): Promise<ColumnPage> => {
      const shown = { fields: [...cardFields], expand: ['agent' as const], sort: 'updated_at' as const };
      const page = { stage: [stage], per_page: cardsPerPage, cursor };
      const { data, meta } = await answerOf(
        api.GET('/v1/leads', { params: { query: { ...query, ...shown, ...page } } }),
      );
      return { cards: data, next: meta.next_cursor ?? null };
    },
    getNextPageParam: ({ next }) => next,
    refetchOnWindowFocus: ({ state }) => (state.data?.pages.length ?? 0) <= maxRefreshedPages,
  });
}
