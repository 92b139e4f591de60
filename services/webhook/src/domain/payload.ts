import type { PayloadVersion } from './webhook.js';

/** The fields of a published event that payloads are made of. */
interface EventPayload {
  readonly event: unknown;
  readonly timestamp: unknown;
  readonly data: unknown;
  readonly previous?: unknown;
}

function isEventPayload(value: unknown): value is EventPayload {
  return typeof value === 'object' && value !== null && 'event' in value && 'timestamp' in value && 'data' in value;
}

function getField(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** The field of `data` with the id of the record that the event tells of. */
function getIdField(event: unknown): 'id' | 'lead_id' {
  return event === 'lead.note_added' ? 'lead_id' : 'id';
}

/** The id of the record that an event tells of; null when it has none. */
export function findResourceId(event: string, data: object): string | null {
  const id = getField(data, getIdField(event));
  return typeof id === 'string' ? id : null;
}

/** The id of the lead whose personal data `data` of the event is; null unless it is a `lead.*` event. A deletion tells none. */
export function findLeadId(event: string, data: object): string | null {
  const isAboutPerson = event.startsWith('lead.') && event !== 'lead.deleted';
  return isAboutPerson ? findResourceId(event, data) : null;
}

/** The fields of a stored payload. */
export function parsePayload(payload: string): { event: string; timestamp: unknown; data: object } {
  const event: unknown = JSON.parse(payload);
  if (!isEventPayload(event)) throw new Error('The event has no payload.');
  return { event: String(event.event), timestamp: event.timestamp, data: Object(event.data) };
}

/** The payload with `data` reduced to the id of the record that it tells of, and without `previous`. */
export function redactPayload(payload: string): string {
  const event: unknown = JSON.parse(payload);
  if (!isEventPayload(event)) throw new Error('The event has no payload.');
  const { data, previous: _previous, ...rest } = event;
  const field = getIdField(event.event);
  return JSON.stringify({ ...rest, data: { [field]: getField(data, field) } });
}

/**
 * The request body for a payload version. v2 is the published text, byte for byte. v1 (deprecated) has `created_at` in
 * place of `timestamp`, and neither `id` nor `workspace_id`.
 */
export function toRequestBody(version: PayloadVersion, payload: string): string {
  if (version === 'v2') return payload;
  const event: unknown = JSON.parse(payload);
  if (!isEventPayload(event)) throw new Error('The event has no payload.');
  return JSON.stringify({
    event: event.event,
    created_at: event.timestamp,
    data: event.data,
    previous: event.previous,
  });
}
