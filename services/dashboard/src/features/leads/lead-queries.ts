import { type QueryClient, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { components } from '../../../gen/api.js';
import { readVersioned, type Versioned } from '../../api/versioned-record.js';
import { type Tenant, useTenant } from '../../api/workspace.js';

export type Lead = components['schemas']['Lead'];

/** Shows a new stage immediately, before the lead is read again. */
export function showStage(
  client: QueryClient,
  tenant: Tenant,
  id: string,
  { stage, stage_entered_at }: Pick<Lead, 'stage' | 'stage_entered_at'>,
): void {
  client.setQueryData<Versioned<Lead>>(
    getLeadKey(tenant, id),
    (seen) => seen && { ...seen, record: { ...seen.record, stage, stage_entered_at } },
  );
}

export function getLeadKey({ key }: Tenant, id: string): readonly string[] {
  return [...key, 'leads', id];
}

/** Reads a lead with its agent, and the properties and units that it is interested in. */
export function readLead({ api }: Tenant, id: string): Promise<Versioned<Lead>> {
  const query = { expand: ['agent' as const, 'properties' as const] };
  return readVersioned(api.GET('/v1/leads/{id}', { params: { path: { id }, query } }));
}

export function useLead(id: string): UseQueryResult<Versioned<Lead>> {
  const tenant = useTenant();
  return useQuery({ queryKey: getLeadKey(tenant, id), queryFn: () => readLead(tenant, id) });
}
