import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { encodeTime } from 'ulid';
import { formatEnvelope } from '../../broker/message.js';
import type { Actor, Caller } from '../../core/caller.js';
import { newId } from '../../core/ids.js';

/** Name of the journal's collection in each of a service's databases. */
export const journalCollection = 'journal';

/** Change of a field, as a timeline shows it. */
export interface FieldChange {
  readonly from: unknown;
  readonly to: unknown;
}

/** An event to publish with an entry. `data` is the record as GET returns it. */
export interface EventInput {
  readonly name: string;
  readonly data: unknown;
  /** Previous values of the changed fields. Only for events such as `*.updated`. */
  readonly previous?: Readonly<Record<string, unknown>>;
  /** Version that the record gets with this change, if `data` is a record. */
  readonly version?: number;
  /**
   * `false` for an event that is dropped when no queue is bound to it, such as a hint to caches. Otherwise it is kept
   * until a queue accepts it.
   */
  readonly mandatory?: boolean;
}

/** Entry about one record, and the events to publish about it. */
export interface EntryInput {
  /** Id of the record. */
  readonly subject: string;
  /** Kind of the change, such as `created` or `stage_change`. */
  readonly type: string;
  /** One sentence for people. */
  readonly description: string;
  readonly changes?: Readonly<Record<string, FieldChange>>;
  /** Further fields of the entry for its readers, such as a note's text. */
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly events: readonly EventInput[];
}

export interface StoredEvent {
  readonly id: string;
  readonly name: string;
  /** JSON text, published as it is. */
  readonly payload: string;
  readonly mandatory: boolean;
}

/** Length of the time in an id, in characters (ULID specification). */
const timeLength = 10;

/** Returns an id that isn't smaller than the id of any entry made before `time` (milliseconds since the epoch). */
export function toFirstId(time: number): string {
  return `act_${encodeTime(time, timeLength).toLowerCase()}`;
}

/** Number of parts into which relays divide the workspaces. */
export const shareCount = 8;

/** Returns the share that the entries of a workspace belong to. */
export function toShare(workspaceId: string): number {
  return Number.parseInt(hash('sha256', workspaceId).slice(0, 4), 16) % shareCount;
}

/**
 * An entry as stored. `unpublished` is the time since when its events are due; it is absent once they are published.
 */
export interface Entry {
  readonly _id: string;
  readonly workspace_id: string;
  readonly subject: string;
  readonly type: string;
  readonly description: string;
  readonly actor: Actor;
  /** Agent id of the acting person; null for keys and the system. */
  readonly user: string | null;
  readonly at: Date;
  readonly changes?: Readonly<Record<string, FieldChange>>;
  readonly attributes?: Readonly<Record<string, unknown>>;
  /** Published events are removed a day after the entry was created. */
  readonly events: readonly StoredEvent[];
  readonly request_id: string;
  readonly traceparent?: string;
  /** Address of the client, if it is known. */
  readonly address?: string;
  readonly unpublished?: Date;
  /** Share of the relays that publish the entry. Present as long as `unpublished` is. */
  readonly share?: number;
  /** Events that no queue accepted at the last attempt, and the number of attempts. */
  readonly unroutable?: { readonly events: readonly string[]; readonly attempts: number };
}

/** An entry of a timeline. Its events may have been removed. */
export type TimelineEntry = Omit<Entry, 'events'>;

function toStoredEvent(caller: Caller, at: Date, event: EventInput): StoredEvent {
  const id = newId('evt');
  const { name, version, data, previous, mandatory = true } = event;
  const envelope = { id, event: name, timestamp: at, workspace_id: caller.workspaceId, version, data, previous };
  return { id, name, payload: formatEnvelope(envelope), mandatory };
}

/** Uses this machine's clock, as the relay does, because the time of a change may come from another machine. */
const unpublishedNow = ({ workspaceId }: Caller) => ({ unpublished: new Date(), share: toShare(workspaceId) });

/** Creates the stored entry, with an id for the entry and one for each event. */
export function toEntry(caller: Caller, at: Date, input: EntryInput): Entry {
  const { events, ...rest } = input;
  return {
    ...rest,
    _id: newId('act'),
    workspace_id: caller.workspaceId,
    actor: caller.actor,
    user: caller.actor.agentId ?? null,
    at,
    events: events.map((event) => toStoredEvent(caller, at, event)),
    request_id: caller.requestId,
    ...(caller.traceparent === undefined ? {} : { traceparent: caller.traceparent }),
    ...(caller.address === undefined ? {} : { address: caller.address }),
    ...(events.length > 0 ? unpublishedNow(caller) : {}),
  };
}

/** Returns the entry with further events, which can refer to the entry itself. */
export function withEvents(caller: Caller, entry: Entry, events: readonly EventInput[]): Entry {
  const added = events.map((event) => toStoredEvent(caller, entry.at, event));
  return { ...unpublishedNow(caller), ...entry, events: [...entry.events, ...added] };
}

/** Fields that change with every other field. */
const ignored = new Set(['updated_at']);

/** Returns the top-level fields that differ between two public renderings of a record. Empty if nothing changed. */
export function diff(before: object, after: object): Record<string, FieldChange> {
  const changes: Record<string, FieldChange> = {};
  const previous = new Map<string, unknown>(Object.entries(before));
  for (const [field, to] of Object.entries(after)) {
    const from = previous.get(field);
    if (!ignored.has(field) && !isDeepStrictEqual(from, to)) changes[field] = { from: from ?? null, to };
  }
  return changes;
}

/** Returns the former values of the changed fields, for the `previous` of an event. */
export function previousValues(changes: Readonly<Record<string, FieldChange>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(changes).map(([field, { from }]) => [field, from]));
}

function readUpdatedAt(record: object | null): number {
  return record && 'updated_at' in record && record.updated_at instanceof Date ? record.updated_at.getTime() : 0;
}

/**
 * Time of a change, for the stored records, their journal entries and their events. It is read in the transaction, and
 * is at least a millisecond after the last change of each record. This is needed because two machines' clocks differ,
 * two changes can happen in one millisecond, and readers recognize the newer of two states by `updated_at`.
 */
export class ChangeTime {
  #at: Date;

  constructor(now: Date) {
    this.#at = now;
  }

  /** Returns the current value. Entries get the final time when the transaction has written all records. */
  get at(): Date {
    return this.#at;
  }

  /** Moves the time past the last change of each of these records. Returns the new time. */
  after(...records: readonly (object | null)[]): Date {
    const earliest = records.reduce<number>((time, record) => Math.max(time, readUpdatedAt(record) + 1), 0);
    if (earliest > this.#at.getTime()) this.#at = new Date(earliest);
    return this.#at;
  }
}
