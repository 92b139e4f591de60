import type { Actor } from '../caller.js';

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
  /** `false`: may be dropped when nobody listens, such as a hint to caches. Otherwise it is kept until a queue takes it. */
  readonly mandatory?: boolean;
}

/** One thing that happened to one record: who, what, from what to what, and which events tell of it. */
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
  /** The payload as it goes out, JSON text. */
  readonly payload: string;
  readonly mandatory: boolean;
}

/** An entry as it is stored. `unpublished` is there until its events are published. */
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
  readonly events: readonly StoredEvent[];
  readonly request_id: string;
  readonly traceparent?: string;
  readonly unpublished?: Date;
}
