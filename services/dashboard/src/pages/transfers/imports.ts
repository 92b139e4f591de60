import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { components } from '../../../gen/api.js';
import { answerOf } from '../../api/client.js';
import { cursorPaging } from '../../api/cursor-pages.js';
import type { Tenant } from '../../api/workspace.js';
import { getPollInterval, isActiveJob } from '../../components/job-polling.js';

export type Import = components['schemas']['Import'];
export type ImportResource = Import['resource'];

const perPage = 50;

/** Past imports, newest first; asked again while one of them is under way. */
export function importsQuery({ api, key }: Tenant) {
  return infiniteQueryOptions({
    queryKey: [...key, 'imports'],
    ...cursorPaging,
    queryFn: ({ pageParam: cursor }) =>
      answerOf(api.GET('/v1/imports', { params: { query: { cursor, per_page: perPage } } })),
    refetchInterval: ({ state }) => {
      const [first] = state.data?.pages ?? [];
      const running = first?.data.find(({ status }) => isActiveJob(status));
      return getPollInterval(running?.status, state.dataUpdateCount);
    },
  });
}

/** An import, asked again until it is over. */
export function importQuery({ api, key }: Tenant, id: string) {
  return queryOptions({
    queryKey: [...key, 'import', id],
    queryFn: () => answerOf(api.GET('/v1/imports/{id}', { params: { path: { id } } })),
    refetchInterval: ({ state }) => getPollInterval(state.data?.data.status, state.dataUpdateCount),
  });
}

/** The records that were left out. */
export function importErrorsQuery({ api, key }: Tenant, id: string) {
  return infiniteQueryOptions({
    queryKey: [...key, 'import-errors', id],
    ...cursorPaging,
    queryFn: async ({ pageParam: cursor }) => {
      const params = { path: { id }, query: { cursor, per_page: perPage } };
      const answer = await answerOf(api.GET('/v1/imports/{id}/errors', { params }));
      if (typeof answer === 'string') throw new Error('The list came as a file.');
      return answer;
    },
  });
}

/** The same records as one CSV file, which can be corrected and imported as it is. */
export function readErrorsFile({ api }: Tenant, id: string): Promise<Blob> {
  const params = { path: { id }, query: { format: 'csv' } } as const;
  return answerOf(api.GET('/v1/imports/{id}/errors', { params, parseAs: 'blob', headers: { accept: 'text/csv' } }));
}
