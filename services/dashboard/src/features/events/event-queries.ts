import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { components } from '../../../gen/api.js';
import { readBody } from '../../api/client.js';
import type { Tenant } from '../../api/workspace.js';
import type { Filters } from '../../ui/filters/use-filters.js';
import { events, isInGroup, isPublicEvent, type PublicEvent } from './public-events.js';

export type LoggedEvent = components['schemas']['Event'];

/** Maximum number of events that a tail shows. Older events are dropped. */
export const maxTailed = 200;
const tailPauseMs = 2_000;
/** Milliseconds before the next read while the log has more events. */
const catchUpPauseMs = 250;

/** Newest events of a log, newest first, and the cursor at which to continue. */
export interface EventTail {
  readonly cursor: string;
  readonly hasMore: boolean;
  readonly events: readonly LoggedEvent[];
}

/**
 * Converts a filter to a list of events: one name, or all events of a group such as `lead.*`. Returns undefined for all
 * events.
 */
function listTypes(choice: string | undefined): PublicEvent[] | undefined {
  if (choice === undefined) return undefined;
  if (isPublicEvent(choice)) return [choice];
  const ofGroup = events.filter(({ name }) => isInGroup(name, choice)).map(({ name }) => name);
  return ofGroup.length === 0 ? undefined : ofGroup;
}

/** Converts the filters in the page's address to API parameters. Ignores invalid values. */
function toEventFilters({ type, record }: Filters) {
  const types = listTypes(type);
  const resource_id = record?.trim();
  return { ...(types === undefined ? {} : { types }), ...(resource_id ? { resource_id } : {}) };
}

/** Lists the event log, oldest first. */
export function eventLogQuery({ api, key }: Tenant, filters: Filters) {
  const chosen = toEventFilters(filters);
  return infiniteQueryOptions({
    queryKey: [...key, 'events', chosen],
    initialPageParam: '',
    queryFn: ({ pageParam: after }) => {
      const query = { per_page: 50, ...(after === '' ? {} : { after }), ...chosen };
      return readBody(api.GET('/v1/events', { params: { query } }));
    },
    getNextPageParam: ({ meta }) => (meta?.has_more ? meta.next_cursor : undefined),
  });
}

/** Follows the event log, starting now. Polls for events since the last read, unless paused. */
export function eventTailQuery({ api, key }: Tenant, filters: Filters, client: QueryClient, isPaused: boolean) {
  const chosen = toEventFilters(filters);
  const queryKey = [...key, 'event-tail', chosen];
  return queryOptions({
    queryKey,
    // A later visit starts at the end of the log.
    gcTime: 0,
    queryFn: async (): Promise<EventTail> => {
      const known = client.getQueryData<EventTail>(queryKey);
      const query = { per_page: 100, after: known?.cursor ?? 'latest', ...chosen };
      const { data, meta } = await readBody(api.GET('/v1/events', { params: { query } }));
      const newest = [...data].reverse();
      return {
        cursor: meta?.next_cursor ?? known?.cursor ?? 'latest',
        hasMore: meta?.has_more ?? false,
        events: [...newest, ...(known?.events ?? [])].slice(0, maxTailed),
      };
    },
    refetchInterval: ({ state }) => {
      if (isPaused) return false;
      return state.data?.hasMore ? catchUpPauseMs : tailPauseMs;
    },
  });
}

/** Reads a sample of each event: the newest one in the log, or else the contract's example. */
export function eventSamplesQuery({ api, key }: Tenant) {
  return queryOptions({
    queryKey: [...key, 'event-samples'],
    queryFn: async () => {
      const { data } = await readBody(api.GET('/v1/events/samples'));
      return new Map(data.map((event) => [event.event, event]));
    },
  });
}
