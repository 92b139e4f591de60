import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { components, operations } from '../../../gen/auth.js';
import { readBody } from '../../api/client.js';
import { cursorPaging } from '../../api/cursor-pages.js';
import type { Tenant } from '../../api/workspace.js';
import type { Filters } from '../../ui/filters/use-filters.js';
import { formatDateTime } from '../../ui/format/format-date.js';

export type KeyRequest = components['schemas']['ApiKeyRequest'];
export type KeyUsage = components['schemas']['ApiKeyUsage'];

type RequestQuery = NonNullable<operations['listApiKeyRequests']['parameters']['query']>;
type UsageQuery = NonNullable<operations['getApiKeyUsage']['parameters']['query']>;

export const requestMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const satisfies readonly NonNullable<
  RequestQuery['method']
>[];
export const statusClasses = ['2xx', '3xx', '4xx', '5xx'] as const satisfies readonly NonNullable<
  RequestQuery['status']
>[];
export const usagePeriods = ['24h', '7d', '30d', '90d'] as const satisfies readonly NonNullable<UsageQuery['period']>[];

/** Returns the choice with the given name, or undefined if there is none. */
function pick<T extends string>(choices: readonly T[], name: string | undefined): T | undefined {
  return choices.find((choice) => choice === name);
}

/** Returns the period in the page's address, by default a week. */
export function findUsagePeriod(filters: Filters) {
  return pick(usagePeriods, filters['period']) ?? '7d';
}

/** Formats the start of an interval. Days are UTC days, and hours are in the viewer's time zone. */
export function formatInterval(start: string, interval: KeyUsage['interval']): string {
  return formatDateTime(interval === 'day' ? start.slice(0, 10) : start);
}

export function keyQuery({ auth, key }: Tenant, id: string) {
  return queryOptions({
    queryKey: [...key, 'api-keys', id],
    queryFn: async () => (await readBody(auth.GET('/auth/api-keys/{id}', { params: { path: { id } } }))).data,
  });
}

/** Lists the requests of a key, newest first. Ignores invalid filters. */
export function keyRequestsQuery({ auth, key }: Tenant, id: string, filters: Filters) {
  const chosen = {
    method: pick(requestMethods, filters['method']),
    status: pick(statusClasses, filters['status']),
  };
  return infiniteQueryOptions({
    queryKey: [...key, 'api-keys', id, 'requests', chosen],
    ...cursorPaging,
    queryFn: ({ pageParam: cursor }) => {
      const params = { path: { id }, query: { ...chosen, cursor, per_page: 50 } };
      return readBody(auth.GET('/auth/api-keys/{id}/requests', { params }));
    },
  });
}

/** Reads the usage of a key in the period of the page's address. */
export function keyUsageQuery({ auth, key }: Tenant, id: string, filters: Filters) {
  const period = findUsagePeriod(filters);
  return queryOptions({
    queryKey: [...key, 'api-keys', id, 'usage', period],
    placeholderData: keepPreviousData,
    queryFn: async () =>
      (await readBody(auth.GET('/auth/api-keys/{id}/usage', { params: { path: { id }, query: { period } } }))).data,
  });
}
