import { queryOptions } from '@tanstack/react-query';
import type { components } from '../../../gen/api.js';
import { readBody } from '../../api/client.js';
import type { Tenant } from '../../api/workspace.js';
import type { ImportResource } from './import-queries.js';

export type ImportField = components['schemas']['ImportField'];

/** Reads the fields that columns can be matched to. They don't change while the page is open. */
export function importFieldsQuery({ api, key }: Tenant, resource: ImportResource) {
  return queryOptions({
    queryKey: [...key, 'import-fields', resource],
    queryFn: async (): Promise<readonly ImportField[]> =>
      (await readBody(api.GET('/v1/imports/fields', { params: { query: { resource } } }))).data,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Reads a file with all columns and one example row. */
export function readTemplate({ api }: Tenant, resource: ImportResource, format: 'csv' | 'xlsx'): Promise<Blob> {
  return readBody(api.GET('/v1/imports/template', { params: { query: { resource, format } }, parseAs: 'blob' }));
}
