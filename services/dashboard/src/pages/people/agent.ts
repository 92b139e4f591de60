import { useQuery } from '@tanstack/react-query';
import { readVersioned } from '../../api/versioned-record.js';
import { useTenant } from '../../api/workspace.js';
import { peopleKey } from './agents.js';

/** The agent with that id, with the team, the newest leads and totals. */
export function useAgent(id: string) {
  const tenant = useTenant();
  const query = { expand: ['team' as const, 'leads' as const], include_stats: true };
  return useQuery({
    queryKey: [...peopleKey(tenant), 'agent', id],
    queryFn: () => readVersioned(tenant.api.GET('/v1/agents/{id}', { params: { path: { id }, query } })),
  });
}
