import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { operations } from '../../../gen/api.js';
import { type ApiClient, readBody } from '../../api/client.js';
import { readVersioned } from '../../api/versioned-record.js';
import type { Tenant } from '../../api/workspace.js';
import { toListedProperty } from './listed-property.js';

export const readProperty = (api: ApiClient, id: string) =>
  readVersioned(api.GET('/v1/properties/{id}', { params: { path: { id } } }));

/** Reads a property with its entity tag. */
export function propertyQuery({ api, key }: Tenant, id: string) {
  return queryOptions({ queryKey: [...key, 'properties', id], queryFn: () => readProperty(api, id) });
}

export type PropertyFilters = Pick<
  NonNullable<operations['listProperties']['parameters']['query']>,
  'status' | 'type' | 'location' | 'min_price' | 'max_price' | 'sort' | 'order'
>;

const listedFields = [
  'name',
  'type',
  'status',
  'location',
  'media',
  'pricing',
  'completion_date',
  'unit_counts',
] as const;

/** Reads the portfolio page by page. */
export function propertiesQuery({ api, key }: Tenant, filters: PropertyFilters) {
  return infiniteQueryOptions({
    queryKey: [...key, 'properties', 'list', filters],
    initialPageParam: '',
    queryFn: async ({ pageParam }) => {
      const query = { ...filters, fields: [...listedFields], per_page: 24, cursor: pageParam };
      const { data, meta } = await readBody(api.GET('/v1/properties', { params: { query } }));
      return { rows: data.map(toListedProperty), next: meta.next_cursor };
    },
    getNextPageParam: ({ next }) => next,
  });
}
