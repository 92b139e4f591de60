import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { components } from '../../../gen/api.js';
import { readBody } from '../../api/client.js';
import { cursorPaging, readAllPages } from '../../api/cursor-pages.js';
import { callStatuses } from '../../api/enums.js';
import { readVersioned } from '../../api/versioned-record.js';
import type { Tenant } from '../../api/workspace.js';
import { toStatusFilter } from '../../ui/filters/filter-values.js';
import { toCreationRange } from '../../ui/filters/period.js';
import type { Filters } from '../../ui/filters/use-filters.js';

type Schemas = components['schemas'];
export type Connection = Schemas['Connection'];
export type ConnectionSummary = Schemas['ConnectionSummary'];
export type ConnectionProvider = Schemas['ConnectionProvider'];
export type ConnectionCall = Schemas['ConnectionCall'];
export type ProviderField = Schemas['ProviderField'];

/** Returns the prefix of all query keys of connections. Invalidate it to refresh them after a change. */
export const getConnectionsKey = ({ key }: Tenant) => [...key, 'connections'];

/** Reads the descriptions of the providers. They change only with a release. */
export function providersQuery({ api, key }: Tenant) {
  return queryOptions({
    queryKey: [...key, 'connection-providers'],
    queryFn: async () => (await readBody(api.GET('/v1/connection-providers'))).data,
    staleTime: 5 * 60_000,
  });
}

export function connectionsQuery(tenant: Tenant) {
  return queryOptions({
    queryKey: [...getConnectionsKey(tenant), 'list'],
    queryFn: () =>
      readAllPages((cursor) =>
        readBody(tenant.api.GET('/v1/connections', { params: { query: { cursor, per_page: 100 } } })),
      ),
  });
}

/** Reads a connection with its entity tag. */
export const readConnection = ({ api }: Tenant, id: string) =>
  readVersioned(api.GET('/v1/connections/{id}', { params: { path: { id } } }));

export function connectionQuery(tenant: Tenant, id: string) {
  return queryOptions({
    queryKey: [...getConnectionsKey(tenant), id],
    queryFn: async () => (await readConnection(tenant, id)).record,
  });
}

/** Lists a connection's calls that match the filters in the page's address, newest first. */
export function callsQuery(tenant: Tenant, id: string, filters: Filters) {
  const chosen = { ...toStatusFilter(callStatuses, filters), ...toCreationRange(filters) };
  return infiniteQueryOptions({
    queryKey: [...getConnectionsKey(tenant), id, 'calls', chosen],
    ...cursorPaging,
    queryFn: ({ pageParam: cursor }) => {
      const params = { path: { id }, query: { ...chosen, cursor, per_page: 50 } };
      return readBody(tenant.api.GET('/v1/connections/{id}/calls', { params }));
    },
  });
}
