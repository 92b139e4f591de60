import { infiniteQueryOptions } from '@tanstack/react-query';
import type { components } from '../../../gen/api.js';
import { readBody } from '../../api/client.js';
import { cursorPaging } from '../../api/cursor-pages.js';
import { getPollInterval, isActiveJob } from '../../api/job-polling.js';
import type { Tenant } from '../../api/workspace.js';

export type Export = components['schemas']['Export'];
export type ExportResource = Export['resource'];

/** Lists exports, newest first. Polls while an export is active. */
export function exportsQuery({ api, key }: Tenant) {
  return infiniteQueryOptions({
    queryKey: [...key, 'exports'],
    ...cursorPaging,
    queryFn: ({ pageParam: cursor }) =>
      readBody(api.GET('/v1/exports', { params: { query: { cursor, per_page: 50 } } })),
    refetchInterval: ({ state }) => {
      const [first] = state.data?.pages ?? [];
      const running = first?.data.find(({ status }) => isActiveJob(status));
      return getPollInterval(running?.status, state.dataUpdateCount);
    },
  });
}
