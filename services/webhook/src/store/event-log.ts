import type { Tenant } from '@plotline/kit/caller';
import { backgroundBudgetMs } from '@plotline/kit/deadline';
import { isDuplicateKey } from '@plotline/kit/mongo/indexes';
import { retryOnConflict, VersionConflict } from '@plotline/kit/mongo/retry-on-conflict';
import { runInTransaction } from '@plotline/kit/mongo/transaction';
import type { ServiceRuntime } from '@plotline/kit/process/runtime';
import type { RecordedEvent } from '../domain/recorded-event.js';
import type { EventSequences } from './event-sequences.js';
import type { LogEntry, RecordedEvents } from './events.js';

/** Events that are looked at for one page: the filter of a reader may match none of them. */
const maxLookedAt = 1_000;

/** Of the payloads of one page: a process has several pages in memory at once, as text and parsed. */
const maxPageBytes = 4 * 1_048_576;

/** As many of the first entries as a page holds, at least one. */
function takeBytes(entries: readonly LogEntry[]): readonly LogEntry[] {
  let bytes = 0;
  const excess = entries.findIndex(({ payload_bytes }) => {
    bytes += payload_bytes;
    return bytes > maxPageBytes;
  });
  return excess === -1 ? entries : entries.slice(0, Math.max(1, excess));
}

export interface LogQuery {
  /** The number of the last event that the reader knows; `latest` for the end of the log, absent for its beginning. */
  readonly after?: number | 'latest' | undefined;
  readonly names: readonly string[];
  readonly resourceId?: string | undefined;
  readonly limit: number;
}

export interface LogPage {
  readonly events: readonly RecordedEvent[];
  /** The number to go on after. */
  readonly position: number;
  /** There are later events in the log already, whether the filter matches them or not. */
  readonly hasMore: boolean;
  /** Events that followed `after` are no longer stored. */
  readonly hasGap: boolean;
}

export interface EventLogStores {
  readonly runtime: Pick<ServiceRuntime, 'databases'>;
  readonly events: RecordedEvents;
  readonly sequences: EventSequences;
}

/** The published events of a workspace in the order in which their recording committed, numbered without a gap. */
export class EventLog {
  readonly #stores: EventLogStores;

  constructor(stores: EventLogStores) {
    this.#stores = stores;
  }

  /**
   * Stores those of the events that are not stored yet, and gives them the next numbers, in one transaction: no event becomes
   * visible before those with smaller numbers.
   */
  async append(tenant: Tenant, events: readonly RecordedEvent[]): Promise<void> {
    const distinct = [...new Map(events.map((event) => [event.id, event])).values()];
    await retryOnConflict(async (attempt) => {
      // Looked for only when a duplicate was refused: events are seldom consumed twice.
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

  /** One page, at the same cost wherever it begins. Null when the log has not come as far as `after`. */
  async readPage(tenant: Tenant, { after, names, resourceId, limit }: LogQuery): Promise<LogPage | null> {
    const { events, sequences } = this.#stores;
    // Read first: what is recorded meanwhile is left to the next page, and every event up to here is visible.
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

  /** The number of the last event that is looked at. */
  async #findBound(tenant: Tenant, from: number, resourceId: string | undefined): Promise<number> {
    if (resourceId === undefined) return from + maxLookedAt - 1;
    const bound = await this.#stores.events.findNumber(tenant, from, { resourceId, skip: maxLookedAt - 1 });
    return bound ?? Number.MAX_SAFE_INTEGER;
  }
}
