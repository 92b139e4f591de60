import { useQuery } from '@tanstack/react-query';
import { readBody } from '../../api/client.js';
import { readVersioned } from '../../api/versioned-record.js';
import { type Tenant, useTenant } from '../../api/workspace.js';
import { getPeopleKey } from './agent-queries.js';

/** Reads an agent with the agent's team, newest leads and totals. */
export function readAgent({ api }: Tenant, id: string) {
  const query = { expand: ['team' as const, 'leads' as const], include_stats: true };
  return readVersioned(api.GET('/v1/agents/{id}', { params: { path: { id }, query } }));
}

/** Reads an agent as `readAgent` does, and caches the result. */
export function useAgent(id: string) {
  const tenant = useTenant();
  return useQuery({ queryKey: [...getPeopleKey(tenant), 'agent', id], queryFn: () => readAgent(tenant, id) });
}

/** Reads an agent's name. Returns undefined without an id, or while the name is loading. */
export function useAgentName(id: string | null | undefined): { id: string; name: string } | undefined {
  const tenant = useTenant();
  const agent = useQuery({
    queryKey: [...getPeopleKey(tenant), 'name', id],
    enabled: Boolean(id),
    queryFn: async () => {
      const params = { path: { id: id ?? '' }, query: { fields: ['name' as const] } };
      const { data } = await readBody(tenant.api.GET('/v1/agents/{id}', { params }));
      return { id: data.id, name: data.name };
    },
  });
  return agent.data;
}
