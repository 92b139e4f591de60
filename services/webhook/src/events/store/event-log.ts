import type { Tenant } from '@plotline/kit/core/caller';
import { backgroundBudgetMs } from '@plotline/kit/core/time';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import { isDuplicateKey } from '@plotline/kit/store/indexes';
import { retryOnConflict, VersionConflict } from '@plotline/kit/store/records/guarded-update';
import { runInTransaction } from '@plotline/kit/store/transactions/transaction';
import { maxReadAheadBytes, type RecordedEvent } from '../model/recorded-event.js';
import type { EventSequences } from './event-sequences.js';
import type { LogEntry, RecordedEvents } from './events.js';

/** Maximum number of events that are read for one page, even if the filter matches none of them. */
const maxLookedAt = 1_000;

/**
 * Maximum number of payload bytes on one page. A process has several pages in memory at the same time, both as text and
 * parsed.
 */
const maxPageBytes = 4 * 1_048_576;

/** Returns as many of the first entries as fit on a page, at least one. */
function takeBytes(entries: readonly LogEntry[]): readonly LogEntry[] {
  let bytes = 0;
  const excess = entries.findIndex(({ payload_bytes }) => {
    bytes += payload_bytes;
    return bytes > maxPageBytes;
  });
  return excess === -1 ? entries : entries.slice(0, Math.max(1, excess));
}

function toPayload(name: string, payload: string | undefined): [string, string][] {
  return payload === undefined ? [] : [[name, payload]];
}

export interface LogQuery {
  /**
   * Number of the last event that the reader knows. `latest` stands for the end of the log. Absent for the beginning.
   */
  readonly after?: number | 'latest' | undefined;
  readonly names: readonly string[];
  readonly resourceId?: string | undefined;
  readonly limit: number;
}

export interface LogPage {
  readonly events: readonly RecordedEvent[];
  /** Number of the event after which the reader continues. */
  readonly position: number;
  /** Whether the log already has later events, even if the filter matches none of them. */
  readonly hasMore: boolean;
  /** Whether events after `after` are no longer stored. */
  readonly hasGap: boolean;
}

export interface EventLogStores {
  readonly runtime: Pick<ServiceRuntime, 'databases'>;
  readonly events: RecordedEvents;
  readonly sequences: EventSequences;
}

/** Published events of a workspace in the order in which their recording committed, numbered without a gap. */
export class EventLog {
  readonly #stores: EventLogStores;

  constructor(stores: EventLogStores) {
    this.#stores = stores;
  }

  /**
   * Stores the events that are not stored yet, with the next numbers, in one transaction. So no event becomes visible
   * before the events with smaller numbers.
   */
  async append(tenant: Tenant, events: readonly RecordedEvent[]): Promise<void> {
    const distinct = [...new Map(events.map((event) => [event.id, event])).values()];
    await retryOnConflict(async (attempt) => {
      // Existing events are searched only after a duplicate key, because events are rarely consumed twice.
      const missing = attempt === 0 ? distinct : await this.#leaveOutStored(tenant, distinct);
      if (missing.length > 0) await this.#store(tenant, missing);
    });
  }

  async #leaveOutStored(tenant: Tenant, events: readonly RecordedEvent[]): Promise<readonly RecordedEvent[]> {
    const ids = events.map(({ id }) => id);
    const stored = new Set((await this.#stores.events.findSummaries(tenant, ids)).map(({ id }) => id));
    return events.filter(({ id }) => !stored.has(id));
  }

  async #store(tenant: Tenant, events: readonly RecordedEvent[]): Promise<void> {
    const { runtime, sequences, events: records } = this.#stores;
    try {
      await runInTransaction(runtime.databases[tenant.mode], Date.now() + backgroundBudgetMs, async (session) => {
        const first = await sequences.take(tenant, events.length, session);
        const numbered = events.map((event, place) => ({ ...event, sequence: first + place }));
        await records.addToLog(tenant, numbered, session);
      });
    } catch (error) {
      throw isDuplicateKey(error) ? new VersionConflict() : error;
    }
  }

  /** Reads one page, at the same cost at any position. Returns null if `after` is beyond the end of the log. */
  async readPage(tenant: Tenant, { after, names, resourceId, limit }: LogQuery): Promise<LogPage | null> {
    const { events, sequences } = this.#stores;
    // The last number is read first, so that every event up to it is visible. Later events belong to the next page.
    const last = await sequences.getLast(tenant);
    const known = after === 'latest' ? last : (after ?? 0);
    if (known > last) return null;
    const from = known === last ? null : await events.findNumber(tenant, known + 1);
    const hasGap = after !== undefined && known < last && from !== known + 1;
    if (from === null || from > last) return { events: [], position: last, hasMore: false, hasGap };
    const to = Math.min(last, await this.#findBound(tenant, from, resourceId));
    const range = { from, names, resourceId };
    const found = await events.findEntries(tenant, { ...range, to }, limit);
    const shown = takeBytes(found);
    const isCut = found.length === limit || shown.length < found.length;
    const position = isCut ? (shown.at(-1)?.sequence ?? to) : to;
    const page = shown.length === 0 ? [] : await events.findInLog(tenant, { ...range, to: position }, shown.length);
    return { events: page, position, hasMore: position < last, hasGap };
  }

  /**
   * Returns the payload of the newest event of each name within the last 1,000 events of the log. Skips events of
   * erased leads and large events. Omits names without an event.
   */
  async findLatest(tenant: Tenant, names: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const { events, sequences } = this.#stores;
    const to = await sequences.getLast(tenant);
    const range = { from: Math.max(1, to - maxLookedAt + 1), to, names };
    const ids = new Map<string, string>();
    for (const { id, event, payload_bytes, erased_at } of await events.findNewestFirst(tenant, range)) {
      const isUsable = erased_at === undefined && payload_bytes <= maxReadAheadBytes;
      if (isUsable && !ids.has(event)) ids.set(event, id);
    }
    const found = await events.getReadAhead(tenant, [...ids.values()]);
    return new Map([...ids].flatMap(([name, id]) => toPayload(name, found.get(id)?.payload)));
  }

  /** Returns the number of the last event to read. */
  async #findBound(tenant: Tenant, from: number, resourceId: string | undefined): Promise<number> {
    if (resourceId === undefined) return from + maxLookedAt - 1;
    const bound = await this.#stores.events.findNumber(tenant, from, { resourceId, skip: maxLookedAt - 1 });
    return bound ?? Number.MAX_SAFE_INTEGER;
  }
}
