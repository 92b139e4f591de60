import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { components } from '../../../gen/api.js';
import { readBody } from '../../api/client.js';
import { cursorPaging } from '../../api/cursor-pages.js';
import { getPollInterval, isActiveJob } from '../../api/job-polling.js';
import type { Tenant } from '../../api/workspace.js';

export type Import = components['schemas']['Import'];
export type ImportResource = Import['resource'];

const perPage = 50;

/** Lists imports, newest first. Polls while an import is active. */
export function importsQuery({ api, key }: Tenant) {
  return infiniteQueryOptions({
    queryKey: [...key, 'imports'],
    ...cursorPaging,
    queryFn: ({ pageParam: cursor }) =>
      readBody(api.GET('/v1/imports', { params: { query: { cursor, per_page: perPage } } })),
    refetchInterval: ({ state }) => {
      const [first] = state.data?.pages ?? [];
      const running = first?.data.find(({ status }) => isActiveJob(status));
      return getPollInterval(running?.status, state.dataUpdateCount);
    },
  });
}

/** Returns the status of the job to wait for: the undo if there is one, or else the import. */
function getAwaitedStatus({ status, undo }: Pick<Import, 'status' | 'undo'>): string {
  return undo && isActiveJob(undo.status) ? undo.status : status;
}

/** Reads an import. Polls until the import and its undo have ended. */
export function importQuery({ api, key }: Tenant, id: string) {
  return queryOptions({
    queryKey: [...key, 'import', id],
    queryFn: () => readBody(api.GET('/v1/imports/{id}', { params: { path: { id } } })),
    refetchInterval: ({ state }) =>
      getPollInterval(state.data && getAwaitedStatus(state.data.data), state.dataUpdateCount),
  });
}

/**
 * Keeps a started import for its page. The page then shows it immediately, and knows that the person waits for it even
 * if it ends before the first poll.
 */
export function keepStartedImport(queries: QueryClient, tenant: Tenant, started: Import): void {
  queries.setQueryData(importQuery(tenant, started.id).queryKey, { success: true, data: started });
}

/** Lists the skipped rows of an import. */
export function importErrorsQuery({ api, key }: Tenant, id: string) {
  return infiniteQueryOptions({
    queryKey: [...key, 'import-errors', id],
    ...cursorPaging,
    queryFn: async ({ pageParam: cursor }) => {
      const params = { path: { id }, query: { cursor, per_page: perPage } };
      const answer = await readBody(api.GET('/v1/imports/{id}/errors', { params }));
      if (typeof answer === 'string') throw new Error('The server sent a file instead of a list.');
      return answer;
    },
  });
}

/** Reads the skipped rows as a CSV file that can be corrected and imported again. */
export function readErrorsFile({ api }: Tenant, id: string): Promise<Blob> {
  const params = { path: { id }, query: { format: 'csv' } } as const;
  return readBody(api.GET('/v1/imports/{id}/errors', { params, parseAs: 'blob', headers: { accept: 'text/csv' } }));
}
