import { redactPayload } from './payload.js';

/** Event that was published or sent by a test, with its id. It is stored once, even if several webhooks receive it. */
export interface RecordedEvent {
  readonly id: string;
  readonly version: number;
  readonly event: string;
  /** Published event, byte for byte (UTF-8). */
  readonly payload: string;
  readonly payload_bytes: number;
  readonly created_at: Date;
  /** Time of the change, by the clock of the publisher; absent in tests and digests. */
  readonly occurred_at?: Date;
  /** Position in the event log of the workspace; absent in tests and digests. */
  readonly sequence?: number;
  /** Record that the event is about. */
  readonly resource_id?: string;
  /** Another record by which the event can be found. */
  readonly related_id?: string;
  /** Lead whose personal data the payload carries; absent when it carries none. */
  readonly lead_id?: string;
  /** Time at which the personal data of an erased lead was removed. */
  readonly erased_at?: Date;
  /** Request that caused the event, and its trace; absent in tests and digests. */
  readonly request_id?: string;
  readonly traceparent?: string;
}

/** Event of the log. */
export type LoggedEvent = RecordedEvent & Required<Pick<RecordedEvent, 'sequence'>>;

/** Payloads up to this size are read before their attempts begin. A larger payload is read for each attempt. */
export const maxReadAheadBytes = 4_096;

/** Returns the payload with its size, as they are stored. */
export function toStoredPayload(payload: string): Pick<RecordedEvent, 'payload' | 'payload_bytes'> {
  return { payload, payload_bytes: Buffer.byteLength(payload) };
}

/** Content that is sent for an event, and the cause of the event. */
export type EventContent = Pick<RecordedEvent, 'payload' | 'request_id' | 'traceparent'>;

/** Fields of an event from which deliveries are planned. */
export type EventSummary = Pick<RecordedEvent, 'id' | 'event' | 'lead_id' | 'occurred_at'>;

/** Returns the event without personal data. */
export function redactEvent(event: RecordedEvent, now: Date): RecordedEvent {
  const { lead_id: _removed, ...rest } = event;
  return { ...rest, ...toStoredPayload(redactPayload(event.payload)), erased_at: now };
}

/** Name of the events that tests send. Nobody can subscribe to it. */
export const webhookTestEvent = 'webhook.test';
export const integrationTestEvent = 'integration.test';
