import { infiniteQueryOptions } from '@tanstack/react-query';
import type { components } from '../../../gen/api.js';
import { answerOf } from '../../api/client.js';
import { cursorPaging } from '../../api/cursor-pages.js';
import type { Tenant } from '../../api/workspace.js';
import { getPollInterval, isActiveJob } from '../../components/job-polling.js';

export type Export = components['schemas']['Export'];
export type ExportResource = Export['resource'];

/** Past exports, newest first; asked again while one of them is under way. */
export function exportsQuery({ api, key }: Tenant) {
  return infiniteQueryOptions({
    queryKey: [...key, 'exports'],
    ...cursorPaging,
    queryFn: ({ pageParam: cursor }) =>
      answerOf(api.GET('/v1/exports', { params: { query: { cursor, per_page: 50 } } })),
    refetchInterval: ({ state }) => {
      const [first] = state.data?.pages ?? [];
      const running = first?.data.find(({ status }) => isActiveJob(status));
      return getPollInterval(running?.status, state.dataUpdateCount);
    },
  });
}
