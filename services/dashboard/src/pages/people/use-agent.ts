import { useQuery } from '@tanstack/react-query';
import { answerOf } from '../../api/client.js';
import { readVersioned } from '../../api/versioned-record.js';
import { type Tenant, useTenant } from '../../api/workspace.js';
import { peopleKey } from './agents.js';

/** Reads an agent with the team, the newest leads and totals. */
export function readAgent({ api }: Tenant, id: string) {
  const query = { expand: ['team' as const, 'leads' as const], include_stats: true };
  return readVersioned(api.GET('/v1/agents/{id}', { params: { path: { id }, query } }));
}

/** The agent with that id, with the team, the newest leads and totals. */
export function useAgent(id: string) {
  const tenant = useTenant();
  return useQuery({ queryKey: [...peopleKey(tenant), 'agent', id], queryFn: () => readAgent(tenant, id) });
}

/** Who has that id; undefined for nobody, and until it is known. */
export function useAgentName(id: string | null | undefined): { id: string; name: string } | undefined {
  const tenant = useTenant();
  const agent = useQuery({
    queryKey: [...peopleKey(tenant), 'name', id],
    enabled: Boolean(id),
    queryFn: async () => {
      const params = { path: { id: id ?? '' }, query: { fields: ['name' as const] } };
      const { data } = await answerOf(tenant.api.GET('/v1/agents/{id}', { params }));
      return { id: data.id, name: data.name };
    },
  });
  return agent.data;
}
