import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { components } from '../../../gen/api.js';
import { readBody } from '../../api/client.js';
import { type Tenant, useTenant } from '../../api/workspace.js';

export type Hold = components['schemas']['Hold'];

/** A unit has one active hold and at most 20 queued holds. */
const maxHolds = 100;

interface HoldFilter {
  readonly lead_id?: string;
  readonly unit_id?: string;
}

function getHoldsKey({ key }: Tenant, filter: HoldFilter) {
  return [...key, 'holds', filter.lead_id ?? '', filter.unit_id ?? ''] as const;
}

/**
 * Reads the active and queued holds of a lead or a unit. The active hold comes first, followed by the queue in order.
 */
export function useOpenHolds(filter: HoldFilter) {
  const tenant = useTenant();
  return useQuery({
    queryKey: getHoldsKey(tenant, filter),
    queryFn: async () => {
      const shown = {
        status: ['active' as const, 'queued' as const],
        expand: ['unit' as const, 'lead' as const, 'agent' as const],
      };
      const order = { sort: 'created_at' as const, order: 'asc' as const, per_page: maxHolds };
      const { data } = await readBody(
        tenant.api.GET('/v1/holds', { params: { query: { ...filter, ...shown, ...order } } }),
      );
      return data.toSorted((one, other) => (one.position ?? 0) - (other.position ?? 0));
    },
  });
}

/** Returns a function that refreshes the queries that show holds: leads and their timelines, units and properties. */
export function useRefreshHolds(): () => Promise<void> {
  const { key } = useTenant();
  const client = useQueryClient();
  return async () => {
    const names = ['holds', 'leads', 'units', 'properties'];
    await Promise.all(names.map((name) => client.invalidateQueries({ queryKey: [...key, name] })));
  };
}
