import { useQuery } from '@tanstack/react-query';
import type { components, operations } from '../../../gen/api.js';
import { readBody } from '../../api/client.js';
import { useTenant } from '../../api/workspace.js';

const fields = ['id', 'name', 'email', 'phone', 'source', 'assigned_agent', 'created_at', 'updated_at'] as const;

/** A lead as the start page shows it. */
export type TodayLead = Pick<components['schemas']['Lead'], (typeof fields)[number]>;
type LeadQuery = NonNullable<operations['listLeads']['parameters']['query']>;
type LeadFilter = Pick<LeadQuery, 'agent_id' | 'stage' | 'created_after'>;

/** Value of `agent_id` that selects leads without an agent. */
export const noAgent = 'none';

const shownLeads = 5;

/** Reads the newest matching leads and the number of all matches. */
export function useNewestLeads(filter: LeadFilter) {
  const { api, key } = useTenant();
  return useQuery({
    queryKey: [...key, 'leads', 'newest', filter],
    queryFn: async (): Promise<{ leads: readonly TodayLead[]; total: number }> => {
      const order = { sort: 'created_at', order: 'desc' } as const;
      const query = { ...filter, ...order, fields: [...fields], per_page: shownLeads };
      const { data, meta } = await readBody(api.GET('/v1/leads', { params: { query } }));
      return { leads: data, total: meta.total };
    },
  });
}

/** Returns the filter for an agent's leads. Without an agent, returns no filter. */
export function toAgentFilter(agentId: string | undefined): { readonly agent_id?: string } {
  return agentId === undefined ? {} : { agent_id: agentId };
}
