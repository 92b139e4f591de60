import { infiniteQueryOptions } from '@tanstack/react-query';
import type { components } from '../../../gen/api.js';
import { readBody } from '../../api/client.js';
import type { Tenant } from '../../api/workspace.js';

export type DuplicateGroup = components['schemas']['DuplicateGroup'];

/** Lists the groups of leads that share an email or a phone. The group with the newest lead comes first. */
export function duplicateGroupsQuery({ api, key }: Tenant) {
  return infiniteQueryOptions({
    queryKey: [...key, 'leads', 'duplicates'],
    queryFn: ({ pageParam: page }) =>
      readBody(api.GET('/v1/leads/duplicates', { params: { query: { page, per_page: 20 } } })),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.page < meta.total_pages ? meta.page + 1 : undefined),
  });
}

/** Describes what the leads of a group share, such as `Same email and phone`. */
export const describeShared = ({ fields }: Pick<DuplicateGroup, 'fields'>) => `Same ${fields.join(' or ')}`;
