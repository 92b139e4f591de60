import { type QueryClient, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { components } from '../../../gen/api.js';
import { readVersioned } from '../../api/versioned-record.js';
import { type Tenant, useTenant } from '../../api/workspace.js';

export type Lead = components['schemas']['Lead'];

/** A lead with its entity tag. */
export interface LeadVersion {
  readonly lead: Lead;
  /** Sent as `If-Match` with changes of this version. */
  readonly entityTag: string;
}

/** Shows a new stage at once, before the lead is read again. */
export function showStage(client: QueryClient, tenant: Tenant, id: string, stage: Lead['stage']): void {
  client.setQueryData<LeadVersion>(leadKey(tenant, id), (seen) => seen && { ...seen, lead: { ...seen.lead, stage } });
}

const refreshMs = 30_000;

export function leadKey({ key }: Tenant, id: string): readonly string[] {
  return [...key, 'leads', id];
}

/** Reads a lead with its agent, and the properties and units that it is interested in. */
export async function readLead({ api }: Tenant, id: string): Promise<LeadVersion> {
  const query = { expand: ['agent' as const, 'properties' as const] };
  const call = api.GET('/v1/leads/{id}', { params: { path: { id }, query } });
  const { record: lead, tag = '' } = await readVersioned(call);
  return { lead, entityTag: tag };
}

/** Reads a lead, and refreshes it regularly because others may change it. */
export function useLead(id: string): UseQueryResult<LeadVersion> {
  const tenant = useTenant();
  return useQuery({
    queryKey: leadKey(tenant, id),
    queryFn: () => readLead(tenant, id),
    refetchInterval: refreshMs,
  });
}
