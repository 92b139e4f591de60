import { queryOptions } from '@tanstack/react-query';
import type { components } from '../../../gen/api.js';
import { readBody } from '../../api/client.js';
import type { Tenant } from '../../api/workspace.js';

export type RecordFile = components['schemas']['File'];
export type FileKind = components['schemas']['FileKind'];

/** Record that files belong to, as the parameters of a request. */
export type FileOwner = { readonly property_id: string } | { readonly unit_id: string } | { readonly lead_id: string };

/**
 * Returns the accessible name of a section of files. A unit's drawer covers the page of its property, which has
 * sections with the same titles.
 */
export const nameSection = (title: string, owner: FileOwner) =>
  'unit_id' in owner ? `${title} of the unit` : undefined;

/** The API allows 200 files for one record. */
const perPage = 100;

export function filesKey({ key }: Pick<Tenant, 'key'>, owner: FileOwner) {
  return [...key, 'files', owner] as const;
}

/** Reads the files of a record, newest first. The links to documents expire after an hour at the earliest. */
export function filesQuery(tenant: Tenant, owner: FileOwner) {
  return queryOptions({
    queryKey: filesKey(tenant, owner),
    queryFn: async () => {
      const read = async (cursor: string): Promise<readonly RecordFile[]> => {
        const query = { ...owner, per_page: perPage, cursor };
        const { data, meta } = await readBody(tenant.api.GET('/v1/files', { params: { query } }));
        return typeof meta.next_cursor === 'string' ? [...data, ...(await read(meta.next_cursor))] : data;
      };
      return read('');
    },
    staleTime: 60_000,
  });
}
