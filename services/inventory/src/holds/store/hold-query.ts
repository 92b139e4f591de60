import {
  type AccessPaths,
  matchAny,
  matchRange,
  matchTimeRanges,
  type TimeRanges,
  timeRanges,
} from '@plotline/kit/store/lists/access-path';
import type { ListQuery } from '@plotline/kit/store/lists/list';
import type { Filter } from '@plotline/kit/store/records/records';
import type { HoldStatus } from '../model/hold.js';
import { endOrder } from './hold-collection.js';

/** Validated parameters of a list of holds, keyed by name. */
export interface HoldQuery extends ListQuery, TimeRanges {
  readonly unit_id?: string;
  readonly property_id?: string;
  readonly lead_id?: string;
  readonly agent_id?: string;
  /** Joined by OR. */
  readonly status?: readonly HoldStatus[];
  readonly expires_after?: string;
  readonly expires_before?: string;
}

const counts = [{ index: 'created_at' }];

/** Filters in order, starting with the most selective. */
export const holdPaths: AccessPaths = {
  ranges: [timeRanges, ['expires_at']],
  paths: [
    { index: 'unit_id', fields: ['unit_id'], sorts: 'few' },
    { index: 'lead_id', fields: ['lead_id'], sorts: 'few' },
    { index: 'agent_id', fields: ['agent_id'], sorts: 'few' },
    { index: 'property_id', fields: ['property_id'], sorts: 'few' },
    { index: 'status', fields: ['status'], sorts: 'few' },
    { index: 'created_at' },
    { index: 'updated_at', order: 'updated_at', counts },
    { index: 'expires_key', order: endOrder, counts },
  ],
};

/** Converts the query to a MongoDB filter. */
export function toHoldFilter(query: HoldQuery): Filter {
  const { unit_id, property_id, lead_id, agent_id, status, expires_after, expires_before } = query;
  const expires_at = matchRange(['expires_after', expires_after], ['expires_before', expires_before]);
  return {
    ...(unit_id !== undefined && { unit_id }),
    ...(property_id !== undefined && { property_id }),
    ...(lead_id !== undefined && { lead_id }),
    ...(agent_id !== undefined && { agent_id }),
    ...(status && { status: matchAny(status) }),
    ...(expires_at && { expires_at }),
    ...matchTimeRanges(query),
  };
}

/** Returns the query with the path of its sort field. */
export function withEndOrder<Query extends ListQuery>(query: Query): Query {
  return query.sort === 'expires_at' ? { ...query, sort: endOrder } : query;
}
