import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { components, operations } from '../../../gen/api.js';
import { readBody } from '../../api/client.js';
import { agentStatuses, roles } from '../../api/enums.js';
import { type Tenant, useTenant } from '../../api/workspace.js';
import type { Filters } from '../../ui/filters/use-filters.js';

type Schemas = components['schemas'];
export type Agent = Schemas['Agent'];
export type AgentRow = Schemas['AgentFields'];
type AgentQuery = NonNullable<operations['listAgents']['parameters']['query']>;

const sortFields = ['name', 'email', 'created_at'] as const;
const fields = ['name', 'email', 'role', 'status', 'stats', 'last_active', 'invitation_sent_at'] as const;

/** Converts search parameters to the parameters of the API list. Ignores invalid values. */
export function readAgentQuery(filters: Filters): AgentQuery {
  const { search, team_id } = filters;
  const status = agentStatuses.find((one) => one === filters['status']);
  const role = roles.find((one) => one === filters['role']);
  return {
    sort: sortFields.find((one) => one === filters['sort']) ?? 'name',
    order: filters['order'] === 'desc' ? 'desc' : 'asc',
    ...(search?.trim() ? { search: search.trim() } : {}),
    ...(team_id ? { team_id } : {}),
    ...(status ? { status: [status] } : {}),
    ...(role ? { role: [role] } : {}),
  };
}

/** Returns the prefix of all query keys that depend on agents or teams. */
export const getPeopleKey = ({ key }: Tenant) => [...key, 'people'] as const;

interface AgentPage {
  readonly data: AgentRow[];
  readonly meta: Schemas['PageMeta'];
}

/** Reads agents page by page. */
export function useAgentPages(query: AgentQuery) {
  const tenant = useTenant();
  return useInfiniteQuery({
    queryKey: [...getPeopleKey(tenant), 'agents', query],
    initialPageParam: 1,
    placeholderData: keepPreviousData,
    queryFn: async ({ pageParam }): Promise<AgentPage> => {
      const page = { page: pageParam, per_page: 50, fields: [...fields], expand: ['team' as const] };
      return readBody(tenant.api.GET('/v1/agents', { params: { query: { ...query, ...page } } }));
    },
    getNextPageParam: ({ meta }) => (meta.page < meta.total_pages ? meta.page + 1 : undefined),
  });
}
