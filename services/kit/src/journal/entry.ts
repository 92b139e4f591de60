import { hash } from 'node:crypto';
import { formatEnvelope } from '../broker/event-envelope.js';
import type { Actor, Caller } from '../caller.js';
import { newId } from '../ids.js';

/** The collection of entries, in each of a service's databases. */
export const journalCollection = 'journal';

/** A field's change as the timeline shows it. */
export interface FieldChange {
  readonly from: unknown;
  readonly to: unknown;
}

/** An event to publish with an entry. `data` is the record as GET returns it. */
export interface EventInput {
  readonly name: string;
  readonly data: unknown;
  /** The changed fields as they were before; only on `*.updated`-like events. */
  readonly previous?: Readonly<Record<string, unknown>>;
  /** Where `data` is a record: the version that the record has with this change. */
  readonly version?: number;
  /** `false`: dropped when no queue is bound to it, such as a hint to caches. Otherwise it is kept until a queue takes it. */
  readonly mandatory?: boolean;
}

/** What happened to one record, and the events to publish about it. */
export interface EntryInput {
  /** Id of the record. */
  readonly subject: string;
  /** What happened, such as `created` or `stage_change`. */
  readonly type: string;
  /** One human-readable sentence. */
  readonly description: string;
  readonly changes?: Readonly<Record<string, FieldChange>>;
  /** Further fields of the entry that its readers know, such as a note's text. */
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

/** Relays share what is to be published by workspace, in so many parts. */
export const shareCount = 8;

/** The part of what is to be published to which the entries of a workspace belong. */
export function toShare(workspaceId: string): number {
  return Number.parseInt(hash('sha256', workspaceId).slice(0, 4), 16) % shareCount;
}

/** An entry as it is stored. `unpublished` is there until its events are published: since when they are due. */
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
  /** Dropped a day after the entry was made, once they are published. */
  readonly events: readonly StoredEvent[];
  readonly request_id: string;
  readonly traceparent?: string;
  /** The client's address, where the service knows it. */
  readonly address?: string;
  readonly unpublished?: Date;
  /** As long as `unpublished` is there: which relays publish it. */
  readonly share?: number;
  /** The events that no queue took when they were last published, and how often that was so. */
  readonly unroutable?: { readonly events: readonly string[]; readonly attempts: number };
}

/** An entry as timelines have it: its events may be dropped. */
export type TimelineEntry = Omit<Entry, 'events'>;

function toStoredEvent(caller: Caller, at: Date, event: EventInput): StoredEvent {
  const id = newId('evt');
  const { name, version, data, previous, mandatory = true } = event;
  const envelope = { id, event: name, timestamp: at, workspace_id: caller.workspaceId, version, data, previous };
  return { id, name, payload: formatEnvelope(envelope), mandatory };
}

/** By this machine's clock, as the relay reads it: the time of a change may be that of another machine. */
const unpublishedNow = ({ workspaceId }: Caller) => ({ unpublished: new Date(), share: toShare(workspaceId) });

/** The entry as it is stored, with an id of its own and one for each event. */
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

/** The entry with further events, which can tell of the entry itself. */
export function withEvents(caller: Caller, entry: Entry, events: readonly EventInput[]): Entry {
  const added = events.map((event) => toStoredEvent(caller, entry.at, event));
  return { ...unpublishedNow(caller), ...entry, events: [...entry.events, ...added] };
}
