import { queryOptions, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { readBody } from '../../api/client.js';
import type { Stage } from '../../api/enums.js';
import { queryClient, shouldRetry } from '../../api/query-client.js';
import { type Tenant, useTenant } from '../../api/workspace.js';
import type { Filters } from '../../ui/filters/use-filters.js';
import { type BoardQuery, toBoardQuery } from './board-filters.js';
import { cardFields } from './card.js';
import type { ColumnPage } from './column-pages.js';
import { getFirstPage, type StageSummary } from './stage-counts.js';

/** Enough to fill a column of a large screen. */
const firstCards = 25;
const cardsPerPage = 50;
/** Columns with more pages aren't refreshed when the window regains the focus. */
const maxRefreshedPages = 3;
/** Milliseconds for which all columns share one summary, unless it is invalidated. */
const sharedMs = 5_000;

/** Returns the prefix of all query keys of the board with these filters. */
export function getBoardKey(key: Tenant['key'], query: BoardQuery) {
  return [...key, 'leads', 'board', query] as const;
}

export function getColumnKey(key: Tenant['key'], query: BoardQuery, stage: Stage) {
  return [...getBoardKey(key, query), stage] as const;
}

export function getSummaryKey(key: Tenant['key'], query: BoardQuery) {
  return [...getBoardKey(key, query), 'summary'] as const;
}

/** Reads the counts, sums and first cards of all columns. */
function summaryQuery({ api, key }: Tenant, query: BoardQuery) {
  return queryOptions({
    queryKey: getSummaryKey(key, query),
    queryFn: async ({ signal }): Promise<readonly StageSummary[]> => {
      const params = { query: { ...query, cards: firstCards } };
      return (await readBody(api.GET('/v1/leads/summary', { params, signal }))).data.stages;
    },
  });
}

/** Starts to read the first cards while the code of the board is loading. Errors appear when the board reads again. */
export function prefetchBoard(tenant: Tenant, filters: Filters): void {
  void queryClient.prefetchQuery(summaryQuery(tenant, toBoardQuery(filters)));
}

export function useSummary(query: BoardQuery) {
  return useQuery(summaryQuery(useTenant(), query));
}

/** Reads only counts and sums. This is enough after a move, because the cards are already in place. */
export function countsQuery({ api, key }: Tenant, query: BoardQuery) {
  return queryOptions({
    queryKey: [...getBoardKey(key, query), 'counts'],
    queryFn: async (): Promise<readonly StageSummary[]> =>
      (await readBody(api.GET('/v1/leads/summary', { params: { query } }))).data.stages,
    staleTime: 0,
  });
}

/** Reads a column page by page. The first pages of all columns come from one request for the summary. */
export function useColumn(query: BoardQuery, stage: Stage) {
  const tenant = useTenant();
  const { api, key } = tenant;
  const client = useQueryClient();
  const readFirst = async (): Promise<ColumnPage> => {
    // All columns share one request for the summary.
    const rows = await client.fetchQuery({ ...summaryQuery(tenant, query), staleTime: sharedMs });
    return getFirstPage(rows, stage);
  };
  return useInfiniteQuery({
    queryKey: getColumnKey(key, query, stage),
    initialPageParam: '',
    queryFn: async ({ pageParam: cursor, signal }): Promise<ColumnPage> => {
      if (cursor === '') return readFirst();
      const shown = { fields: [...cardFields], expand: ['agent' as const], sort: 'updated_at' as const };
      const page = { stage: [stage], per_page: cardsPerPage, cursor };
      const { data, meta } = await readBody(
        api.GET('/v1/leads', { params: { query: { ...query, ...shown, ...page } }, signal }),
      );
      return { cards: data, next: meta.next_cursor ?? null };
    },
    getNextPageParam: ({ next }) => next,
    refetchOnWindowFocus: ({ state }) => (state.data?.pages.length ?? 0) <= maxRefreshedPages,
    // The request for the summary has its own retries.
    retry: (failures, error) =>
      client.getQueryState(getSummaryKey(key, query))?.status !== 'error' && shouldRetry(failures, error),
  });
}
