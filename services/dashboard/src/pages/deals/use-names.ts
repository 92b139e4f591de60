import { queryOptions, useQuery } from '@tanstack/react-query';
import { answerOf } from '../../api/client.js';
import { type Tenant, useTenant } from '../../api/workspace.js';

export interface NamedRecord {
  readonly id: string;
  readonly name: string;
}

const perPage = 100;
const staleTime = 5 * 60_000;

function agentsQuery({ api, key }: Tenant) {
  return queryOptions({
    queryKey: [...key, 'agent-names'],
    queryFn: () =>
      answerOf(api.GET('/v1/agents', { params: { query: { per_page: perPage, sort: 'name', order: 'asc' } } })),
    staleTime,
  });
}

function propertiesQuery({ api, key }: Tenant) {
  return queryOptions({
    queryKey: [...key, 'property-names'],
    queryFn: () => answerOf(api.GET('/v1/properties', { params: { query: { per_page: perPage } } })),
    staleTime,
  });
}

/** The first hundred agents, by name; deals name them by their ids. */
export function useAgents(): readonly NamedRecord[] {
  return useQuery(agentsQuery(useTenant())).data?.data ?? [];
}

/** The newest hundred properties. */
export function useProperties(): readonly NamedRecord[] {
  return useQuery(propertiesQuery(useTenant())).data?.data ?? [];
}
