import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { type ApiClient, readBody } from '../../api/client.js';
import { readVersioned } from '../../api/versioned-record.js';
import type { Tenant } from '../../api/workspace.js';
import { listedFields, toListedUnit } from './listed-unit.js';

export const readUnit = (api: ApiClient, id: string) =>
  readVersioned(api.GET('/v1/units/{id}', { params: { path: { id } } }));

/** Reads a unit with its entity tag. */
export function unitQuery({ api, key }: Tenant, id: string) {
  return queryOptions({ queryKey: [...key, 'units', id], queryFn: () => readUnit(api, id) });
}

/** Reads those units of a property that the person may see, page by page. */
export function propertyUnitsQuery({ api, key }: Tenant, propertyId: string) {
  return infiniteQueryOptions({
    queryKey: [...key, 'properties', propertyId, 'units'],
    initialPageParam: '',
    queryFn: async ({ pageParam }) => {
      const query = { fields: [...listedFields], per_page: 100, cursor: pageParam };
      const call = api.GET('/v1/properties/{id}/units', { params: { path: { id: propertyId }, query } });
      const { data, meta } = await readBody(call);
      return { units: data.map(toListedUnit), next: meta.next_cursor, total: meta.total };
    },
    getNextPageParam: ({ next }) => next,
  });
}
