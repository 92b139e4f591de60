import { infiniteQueryOptions } from '@tanstack/react-query';
import type { components } from '../../../gen/auth.js';
import { readBody } from '../../api/client.js';
import { cursorPaging } from '../../api/cursor-pages.js';
import type { Tenant } from '../../api/workspace.js';
import { toCreationRange } from '../../ui/filters/period.js';
import type { Filters } from '../../ui/filters/use-filters.js';

export type AuditEntry = components['schemas']['AuditEntry'];

/** The types that the filter offers. The API has more. */
export const auditTypes = [
  'created',
  'changed',
  'rotated',
  'revoked',
  'first_used',
  'signed_in',
  'signed_out',
] as const;

/** Lists the audit log, newest first. */
export function auditQuery({ auth, key }: Tenant, { type, actor, ...days }: Filters) {
  const chosen = {
    ...(type === undefined ? {} : { type: [type] }),
    ...(actor === undefined ? {} : { actor }),
    ...toCreationRange(days),
  };
  return infiniteQueryOptions({
    queryKey: [...key, 'audit', chosen],
    ...cursorPaging,
    queryFn: ({ pageParam: cursor }) =>
      readBody(auth.GET('/auth/audit', { params: { query: { ...chosen, cursor, per_page: 50 } } })),
  });
}
