import { queryOptions } from '@tanstack/react-query';
import type { components } from '../../../gen/api.js';
import { readBody } from '../../api/client.js';
import { getPollInterval } from '../../api/job-polling.js';
import type { Tenant } from '../../api/workspace.js';
import { getConnectionsKey } from './connection-queries.js';

export type Sync = components['schemas']['Sync'];

/** Reads the latest synchronization of a CRM, or null if there was none. Polls while it runs. */
export function latestSyncQuery(tenant: Tenant, id: string) {
  return queryOptions({
    queryKey: [...getConnectionsKey(tenant), id, 'latest-sync'],
    queryFn: async () => {
      const params = { path: { id }, query: { per_page: 1 } };
      const { data } = await readBody(tenant.api.GET('/v1/connections/{id}/syncs', { params }));
      return data[0] ?? null;
    },
    refetchInterval: ({ state }) => getPollInterval(state.data?.status, state.dataUpdateCount),
  });
}

/** Sends all leads to the CRM. */
export function startSync({ api }: Tenant, id: string): Promise<unknown> {
  return readBody(api.POST('/v1/connections/{id}/syncs', { params: { path: { id } }, body: {} }));
}

export function cancelSync({ api }: Tenant, { id: sync_id, connection_id: id }: Sync): Promise<unknown> {
  const params = { path: { id, sync_id } };
  return readBody(api.POST('/v1/connections/{id}/syncs/{sync_id}/cancel', { params, body: {} }));
}

/** Reads the properties that the CRM would receive for a lead. */
export function previewQuery(tenant: Tenant, id: string, leadId: string) {
  return queryOptions({
    queryKey: [...getConnectionsKey(tenant), id, 'preview', leadId],
    queryFn: async () => {
      const request = { params: { path: { id } }, body: { lead_id: leadId } };
      return (await readBody(tenant.api.POST('/v1/connections/{id}/preview', request))).data;
    },
    retry: false,
  });
}
