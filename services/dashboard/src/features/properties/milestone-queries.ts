import { infiniteQueryOptions } from '@tanstack/react-query';
import type { components } from '../../../gen/api.js';
import { readBody } from '../../api/client.js';
import { cursorPaging } from '../../api/cursor-pages.js';
import type { Tenant } from '../../api/workspace.js';

export type Milestone = components['schemas']['Milestone'];

/** Lists the milestones of a property, latest first. */
export function milestonesQuery({ api, key }: Tenant, propertyId: string) {
  return infiniteQueryOptions({
    queryKey: [...key, 'milestones', propertyId],
    queryFn: ({ pageParam: cursor }) => {
      const params = { path: { id: propertyId }, query: { sort: 'reached_on', per_page: 50, cursor } } as const;
      return readBody(api.GET('/v1/properties/{id}/milestones', { params }));
    },
    ...cursorPaging,
  });
}
