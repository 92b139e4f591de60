import { redactPayload } from './payload.js';

/**
 * A published event, or that of a test; `id` is the event's id. It is stored once, whether no webhook receives it or many do.
 */
export interface RecordedEvent {
  readonly id: string;
  readonly version: number;
  readonly event: string;
  /** The published event, byte for byte (UTF-8). */
  readonly payload: string;
  readonly payload_bytes: number;
  readonly created_at: Date;
  /** The time of the change that it tells of, by the clock of who published it; absent in those of tests and digests. */
  readonly occurred_at?: Date;
  /** Its place in the event log of the workspace; absent in those of tests and digests. */
  readonly sequence?: number;
  /** The record that it tells of. */
  readonly resource_id?: string;
  /** The lead whose personal data the payload carries; absent when it carries none. */
  readonly lead_id?: string;
  /** When the personal data of an erased lead was removed. */
  readonly erased_at?: Date;
  /** The request that caused it, and its trace; absent in those of tests and digests. */
  readonly request_id?: string;
  readonly traceparent?: string;
}

/** An event of the log. */
export type LoggedEvent = RecordedEvent & Required<Pick<RecordedEvent, 'sequence'>>;

/** Payloads up to this size are in memory before their attempts begin. A larger one is read for each attempt. */
export const maxReadAheadBytes = 4_096;

/** Whether the payload may be in memory before its attempt begins. */
export function isReadAhead({ payload_bytes }: Pick<RecordedEvent, 'payload_bytes'>): boolean {
  return payload_bytes <= maxReadAheadBytes;
}

/** The payload with its size, as they are stored. */
export function toStoredPayload(payload: string): Pick<RecordedEvent, 'payload' | 'payload_bytes'> {
  return { payload, payload_bytes: Buffer.byteLength(payload) };
}

/** What is sent of an event, and what caused it. */
export type EventContent = Pick<RecordedEvent, 'payload' | 'request_id' | 'traceparent'>;

/** What deliveries are planned from. */
export type EventSummary = Pick<RecordedEvent, 'id' | 'event' | 'lead_id' | 'occurred_at'>;

/** The event without personal data. */
export function redactEvent(event: RecordedEvent, now: Date): RecordedEvent {
  const { lead_id: _removed, ...rest } = event;
  return { ...rest, ...toStoredPayload(redactPayload(event.payload)), erased_at: now };
}

/** Names of the events that tests send; nobody subscribes to them. */
export const webhookTestEvent = 'webhook.test';
export const integrationTestEvent = 'integration.test';

/** The event that a test sends. */
export function createTestEvent(
  name: typeof webhookTestEvent | typeof integrationTestEvent,
  data: object,
  workspaceId: string,
  { id, now }: { readonly id: string; readonly now: Date },
): RecordedEvent {
  const payload = JSON.stringify({ id, event: name, timestamp: now, workspace_id: workspaceId, data });
  return { id, version: 1, event: name, ...toStoredPayload(payload), created_at: now };
}
