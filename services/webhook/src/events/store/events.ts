import type { Mode, Tenant } from '@plotline/kit/core/caller';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Collection } from '@plotline/kit/store/records/collection';
import { createRecordSchema, type FindOptions } from '@plotline/kit/store/records/record-model';
import type { Filter } from '@plotline/kit/store/records/records';
import type { ClientSession } from 'mongoose';
import type { LogRange } from '../model/log-range.js';
import {
  type EventContent,
  type EventSummary,
  type LoggedEvent,
  maxReadAheadBytes,
  type RecordedEvent,
  redactEvent,
} from '../model/recorded-event.js';
import { expiryIndex, removeExpired } from './remove-records.js';

/**
 * One day longer than the retention of the log and the deliveries. So a delivery never outlives its event, and the log
 * has no gap within the promised time, in whichever order records are removed.
 */
export const eventRetentionSeconds = 31 * 24 * 3_600;

const inLog = { sequence: { $exists: true } };

/** Position of an event in the log, and its size. */
export type LogEntry = Pick<RecordedEvent, 'sequence' | 'payload_bytes'>;

/** Event without its payload. */
export type EventHead = Pick<RecordedEvent, 'id' | 'event' | 'payload_bytes' | 'erased_at'>;

function matchRange({ from, to, names, starts }: LogRange): Filter {
  const range = { sequence: { $gte: from, $lte: to }, event: { $in: [...names] } };
  if (!starts) return range;
  return {
    ...range,
    $or: starts.map(({ events, since }) => ({ event: { $in: events }, occurred_at: { $gte: since } })),
  };
}

/**
 * Returns the two filters for the events of a record: events about the record itself, and events about another record
 * that is related to it.
 */
function placesOf(resourceId: string) {
  return [
    { matches: { resource_id: resourceId }, hint: 'resource' },
    { matches: { related_id: resourceId }, hint: 'related' },
  ];
}

/** Published events, and events of tests. */
export class RecordedEvents {
  readonly #collection: Collection<RecordedEvent>;

  constructor(runtime: ServiceRuntime) {
    this.#collection = runtime.collection<RecordedEvent>({
      name: 'events',
      schema: createRecordSchema({
        event: String,
        payload: String,
        payload_bytes: Number,
        created_at: Date,
        occurred_at: Date,
        sequence: Number,
        resource_id: String,
        related_id: String,
        lead_id: String,
        erased_at: Date,
        request_id: String,
        traceparent: String,
      }),
      indexes: [
        { name: 'log', keys: { workspace_id: 1, sequence: 1 }, unique: true, partialFilterExpression: inLog },
        {
          name: 'resource',
          keys: { workspace_id: 1, resource_id: 1, sequence: 1 },
          partialFilterExpression: inLog,
        },
        {
          name: 'related',
          keys: { workspace_id: 1, related_id: 1, sequence: 1 },
          partialFilterExpression: { related_id: { $exists: true } },
        },
        {
          name: 'lead',
          keys: { workspace_id: 1, lead_id: 1 },
          partialFilterExpression: { lead_id: { $exists: true } },
        },
        expiryIndex,
      ],
      // Uses the time of the event, because the event may be recorded later.
      reset: { id: '_id', prefix: 'evt' },
    });
  }

  /** Stores events that don't belong to the log. Events that are already stored don't change. */
  async add(tenant: Tenant, events: readonly RecordedEvent[]): Promise<void> {
    await this.#collection.in(tenant).insertMissing(events);
  }

  /** Stores events of the log. Fails with a duplicate key, storing none, when one is already stored. */
  addToLog(tenant: Tenant, events: readonly LoggedEvent[], session: ClientSession): Promise<void> {
    return this.#collection.in(tenant).insertAll(events, session);
  }

  async #findInOrder(
    tenant: Tenant,
    { resourceId, ...range }: LogRange,
    options: Pick<FindOptions, 'projection'> & Required<Pick<FindOptions, 'limit'>>,
  ): Promise<RecordedEvent[]> {
    const filter = matchRange(range);
    const ordered = { ...options, sort: { sequence: 1 } } as const;
    const records = this.#collection.in(tenant);
    if (resourceId === undefined) return records.find(filter, { ...ordered, hint: 'log' });
    const found = await Promise.all(
      placesOf(resourceId).map(({ matches, hint }) => records.find({ ...filter, ...matches }, { ...ordered, hint })),
    );
    const numbered = found.flat().sort((one, other) => (one.sequence ?? 0) - (other.sequence ?? 0));
    return numbered.slice(0, options.limit);
  }

  /** Returns the first `limit` events of the range, in order. */
  findInLog(tenant: Tenant, range: LogRange, limit: number): Promise<RecordedEvent[]> {
    return this.#findInOrder(tenant, range, { limit });
  }

  /** Finds the same events as `findInLog`, without fields that may be large. */
  findEntries(tenant: Tenant, range: LogRange, limit: number): Promise<LogEntry[]> {
    return this.#findInOrder(tenant, range, { limit, projection: { sequence: 1, payload_bytes: 1 } });
  }

  /** Counts the events of each name in the range. */
  async countInLog(tenant: Tenant, range: LogRange): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#collection
      .in(tenant)
      .aggregate<{ _id: string; count: number }>(
        [{ $match: matchRange(range) }, { $group: { _id: '$event', count: { $sum: 1 } } }],
        { hint: 'log' },
      );
    return new Map(rows.map(({ _id, count }) => [_id, count]));
  }

  /** Returns the events of the range, newest first, without fields that may be large. */
  findNewestFirst(tenant: Tenant, range: LogRange): Promise<EventHead[]> {
    const projection = { sequence: 1, event: 1, payload_bytes: 1, erased_at: 1 } as const;
    return this.#collection.in(tenant).find(matchRange(range), { sort: { sequence: -1 }, hint: 'log', projection });
  }

  /** Returns the ids of the last `limit` events of the range, latest first. */
  async findLatestIds(tenant: Tenant, range: LogRange, limit: number): Promise<string[]> {
    const options = { sort: { sequence: -1 }, limit, hint: 'log', projection: { sequence: 1 } } as const;
    return (await this.#collection.in(tenant).find(matchRange(range), options)).map(({ id }) => id);
  }

  /**
   * Returns the number of the first event from `from` on, after skipping `skip` events. Searches the whole log or the
   * events of one record. For a record, skips the events about it and the events that are only related to it
   * separately. Returns null if there is none.
   */
  async findNumber(
    tenant: Tenant,
    from: number,
    { resourceId, skip = 0 }: { readonly resourceId?: string; readonly skip?: number } = {},
  ): Promise<number | null> {
    const options = { sort: { sequence: 1 }, limit: 1, skip, projection: { sequence: 1 } } as const;
    const after = { sequence: { $gte: from } };
    const records = this.#collection.in(tenant);
    const places = resourceId === undefined ? [{ matches: {}, hint: 'log' }] : placesOf(resourceId);
    const found = await Promise.all(
      places.map(({ matches, hint }) => records.find({ ...after, ...matches }, { ...options, hint })),
    );
    const numbers = found.flat().flatMap(({ sequence }) => sequence ?? []);
    return numbers.length === 0 ? null : Math.min(...numbers);
  }

  /** Returns the fields from which deliveries of these events are planned. Skips events that are not stored. */
  findSummaries(tenant: Tenant, ids: readonly string[]): Promise<EventSummary[]> {
    return this.#collection
      .in(tenant)
      .find({ _id: { $in: [...ids] } }, { projection: { event: 1, lead_id: 1, occurred_at: 1 } });
  }

  get(tenant: Tenant, id: string): Promise<RecordedEvent | null> {
    return this.#collection.in(tenant).findOne({ _id: id });
  }

  /** Returns the contents by event id. Skips events whose payload is too large to read ahead. */
  async getReadAhead(tenant: Tenant, ids: readonly string[]): Promise<ReadonlyMap<string, EventContent>> {
    if (ids.length === 0) return new Map();
    const found = await this.#collection
      .in(tenant)
      .find({ _id: { $in: [...new Set(ids)] }, payload_bytes: { $lte: maxReadAheadBytes } });
    return new Map(found.map((event) => [event.id, event]));
  }

  /** Removes the lead's personal data from up to `limit` events. Resolves to the number of events found. */
  async redactBatch(tenant: Tenant, leadId: string, now: Date, limit: number): Promise<number> {
    const records = this.#collection.in(tenant);
    const found = await records.find({ lead_id: leadId }, { limit, hint: 'lead' });
    for (const event of found) {
      const { payload, payload_bytes, erased_at } = redactEvent(event, now);
      const update = { $set: { payload, payload_bytes, erased_at }, $unset: { lead_id: true }, $inc: { version: 1 } };
      await records.update({ _id: event.id }, update);
    }
    return found.length;
  }

  /** Removes up to `limit` events that were recorded before a time, oldest first. Resolves to the number found. */
  removeBefore(mode: Mode, before: Date, limit: number): Promise<number> {
    return removeExpired(this.#collection.acrossWorkspaces(mode), before, limit);
  }
}
