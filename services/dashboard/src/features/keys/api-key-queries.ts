import { infiniteQueryOptions } from '@tanstack/react-query';
import type { components } from '../../../gen/auth.js';
import { readBody } from '../../api/client.js';
import { cursorPaging } from '../../api/cursor-pages.js';
import type { Tenant } from '../../api/workspace.js';

export type ApiKey = components['schemas']['ApiKey'];

/** Lists the workspace's keys for both modes. */
export function apiKeysQuery({ auth, key }: Tenant) {
  return infiniteQueryOptions({
    queryKey: [...key, 'api-keys'],
    ...cursorPaging,
    queryFn: ({ pageParam: cursor }) =>
      readBody(auth.GET('/auth/api-keys', { params: { query: { cursor, per_page: 50 } } })),
  });
}

export function getKeyStatus({ revoked_at, expires_at }: ApiKey): 'active' | 'expired' | 'revoked' {
  if (revoked_at !== null) return 'revoked';
  return expires_at !== null && Date.parse(expires_at) <= Date.now() ? 'expired' : 'active';
}
