import type { Connection } from 'mongoose';
import type { Tenant } from '../../core/caller.js';
import { cursorScope, cutPage, matchAfter, type Order } from '../lists/cursor.js';
import { journalCollection, type TimelineEntry } from './entry.js';

export interface TimelineOptions {
  readonly types?: readonly string[];
  readonly order?: Order;
  readonly skip: number;
  readonly limit: number;
  /** The `nextCursor` of an earlier page, or empty for the first; used instead of `skip`. */
  readonly cursor?: string;
}

/** A page of entries about one record. */
export interface Timeline {
  readonly entries: readonly TimelineEntry[];
  readonly total: number;
  /** Start of the next page, for paging by cursor. Null after the last page. */
  readonly nextCursor?: string | null;
}

/** Matches the entries about one record, or those of some types. */
export function matchTimeline({ workspaceId }: Tenant, subject: string, types?: readonly string[]) {
  return { workspace_id: workspaceId, subject, ...(types ? { type: { $in: [...types] } } : {}) };
}

/** Returns the scope of a timeline's cursors. */
export function timelineScope({ mode, workspaceId }: Tenant, subject: string, order: Order): string {
  return cursorScope(mode, workspaceId, subject, order);
}

/**
 * Returns entries about one record, newest first by default. Simultaneous entries are sorted by id. Paging by cursor
 * returns every entry once, even while others are added. Throws VALIDATION_ERROR if the cursor belongs to a different
 * timeline or order.
 */
export async function readTimeline(
  database: Connection,
  tenant: Tenant,
  subject: string,
  options: TimelineOptions,
): Promise<Timeline> {
  const { types, order = 'desc', skip, limit, cursor } = options;
  const filter = matchTimeline(tenant, subject, types);
  const collection = database.collection<TimelineEntry>(journalCollection);
  const direction = order === 'asc' ? 1 : -1;
  const projection = { events: 0 } as const;
  const ordered = { sort: { at: direction, _id: direction }, hint: 'timeline', projection } as const;
  const read = (matching: object, bounds: { readonly skip?: number; readonly limit: number }) =>
    Promise.all([
      collection.find(matching, { ...ordered, ...bounds }).toArray(),
      collection.countDocuments(filter, { hint: 'timeline' }),
    ]);
  if (cursor === undefined) {
    const [entries, total] = await read(filter, { skip, limit });
    return { entries, total };
  }
  const scope = timelineScope(tenant, subject, order);
  const after = matchAfter(scope, cursor, { sort: 'at', kind: 'date', order });
  const [found, total] = await read({ ...filter, ...after }, { limit: limit + 1 });
  const { records: entries, nextCursor } = cutPage(found, limit, scope, ({ at, _id }) => [at, _id]);
  return { entries, total, nextCursor };
}
