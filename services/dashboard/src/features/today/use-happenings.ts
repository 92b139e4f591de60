import { useQuery } from '@tanstack/react-query';
import { readBody } from '../../api/client.js';
import { useTenant } from '../../api/workspace.js';
import { type Happening, toHappening } from './happening.js';
import { toAgentFilter } from './lead-queries.js';

const shownLeads = 3;

/** Reads the news about the leads of an agent, or of all agents, since the start of a day. */
export function useHappenings(since: string, agentId: string | undefined) {
  const { api, key } = useTenant();
  const owner = toAgentFilter(agentId);
  return useQuery({
    queryKey: [...key, 'leads', 'happenings', since, owner],
    queryFn: async (): Promise<readonly Happening[]> => {
      const created = { ...owner, created_after: since, sort: 'created_at', order: 'desc' } as const;
      const moved = { ...owner, stage_entered_after: since, cards: shownLeads };
      const [newest, { data }] = await Promise.all([
        readBody(
          api.GET('/v1/leads', { params: { query: { ...created, fields: ['name' as const], per_page: shownLeads } } }),
        ),
        readBody(api.GET('/v1/leads/summary', { params: { query: moved } })),
      ]);
      const { total: count } = newest.meta;
      const text = count === 1 ? 'new lead' : 'new leads';
      const arrived = count === 0 ? [] : [{ count, text, values: [], search: {}, leads: newest.data }];
      const all = [...arrived, ...data.stages.flatMap((row) => toHappening(row) ?? [])];
      return all.map((one) => ({ ...one, search: { ...owner, ...one.search } }));
    },
  });
}
