import { infiniteQueryOptions, queryOptions, useQuery } from '@tanstack/react-query';
import { type ApiClient, answerOf } from '../../api/client.js';
import { type Tenant, useTenant } from '../../api/workspace.js';
import { listedFields, toListedUnit } from './listed-unit.js';
import { readVersioned } from './versioned-record.js';

export const readUnit = (api: ApiClient, id: string) =>
  readVersioned(api.GET('/v1/units/{id}', { params: { path: { id } } }));

/** A unit, with its tag. */
export function unitQuery({ api, key }: Tenant, id: string) {
  return queryOptions({ queryKey: [...key, 'units', id], queryFn: () => readUnit(api, id) });
}

/** The units of a property that the person may view, page by page. */
export function propertyUnitsQuery({ api, key }: Tenant, propertyId: string) {
  return infiniteQueryOptions({
    queryKey: [...key, 'properties', propertyId, 'units'],
    initialPageParam: '',
    queryFn: async ({ pageParam }) => {
      const query = { fields: [...listedFields], per_page: 100, cursor: pageParam };
      const call = api.GET('/v1/properties/{id}/units', { params: { path: { id: propertyId }, query } });
      const { data, meta } = await answerOf(call);
      return { units: data.map(toListedUnit), next: meta.next_cursor };
    },
    getNextPageParam: ({ next }) => next,
  });
}

const maxAgents = 100;

/** The agents whom units can be assigned to, by id; the first hundred by name. */
export function useAgentNames(): ReadonlyMap<string, string> {
  const { api, key } = useTenant();
  const { data } = useQuery({
    queryKey: [...key, 'agents', 'names'],
    queryFn: async () => {
      const query = { sort: 'name', order: 'asc', per_page: maxAgents } as const;
      return (await answerOf(api.GET('/v1/agents', { params: { query } }))).data;
    },
  });
  return new Map((data ?? []).map(({ id, name }) => [id, name]));
}
