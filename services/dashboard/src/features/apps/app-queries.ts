import { infiniteQueryOptions } from '@tanstack/react-query';
import type { components } from '../../../gen/auth.js';
import { readBody } from '../../api/client.js';
import { cursorPaging } from '../../api/cursor-pages.js';
import { readVersioned } from '../../api/versioned-record.js';
import type { Tenant } from '../../api/workspace.js';

export type App = components['schemas']['App'];

/** Reads an app with its entity tag. */
export const readApp = ({ auth }: Tenant, id: string) =>
  readVersioned(auth.GET('/auth/apps/{id}', { params: { path: { id } } }));

/** Lists the workspace's OAuth apps. */
export function appsQuery({ auth, key }: Tenant) {
  return infiniteQueryOptions({
    queryKey: [...key, 'apps'],
    ...cursorPaging,
    queryFn: ({ pageParam: cursor }) =>
      readBody(auth.GET('/auth/apps', { params: { query: { cursor, per_page: 50 } } })),
  });
}
