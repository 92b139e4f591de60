import type { PayloadVersion } from './subscription.js';

/** What a subscriber's payload is made of. */
interface EventPayload {
  readonly event: unknown;
  readonly timestamp: unknown;
  readonly data: unknown;
  readonly previous?: unknown;
}

function isEventPayload(value: unknown): value is EventPayload {
  return typeof value === 'object' && value !== null && 'event' in value && 'timestamp' in value && 'data' in value;
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** The workspace that a published event belongs to. Throws when the text is no event. */
export function workspaceOf(payload: string): string {
  const workspaceId = fieldOf(JSON.parse(payload), 'workspace_id');
  if (typeof workspaceId === 'string') return workspaceId;
  throw new Error('The event names no workspace.');
}

/** The lead whose personal data an event carries; null when it carries none. Those about deals name a lead at most. */
export function leadIn(name: string, payload: string): string | null {
  if (!name.startsWith('lead.')) return null;
  const id = fieldOf(fieldOf(JSON.parse(payload), 'data'), 'id');
  return typeof id === 'string' ? id : null;
}

/** The lead that `erasure.lead` tells of. Throws when it names none. */
export function erasedLead(payload: string): string {
  const id = fieldOf(fieldOf(JSON.parse(payload), 'data'), 'lead_id');
  if (typeof id === 'string') return id;
  throw new Error('The event names no lead.');
}

/** The payload with nothing of the record but its id. */
export function withoutRecord(payload: string): string {
  const event: unknown = JSON.parse(payload);
  if (!isEventPayload(event)) throw new Error('The event has no payload.');
  const { data, previous: _previous, ...rest } = event;
  return JSON.stringify({ ...rest, data: { id: fieldOf(data, 'id') } });
}

/**
 * The body for a payload version: the current one is the published text, untouched; the deprecated one has `created_at`
 * for `timestamp` and neither `id` nor `workspace_id` (contract, part 6, rule 6).
 */
export function payloadFor(version: PayloadVersion, payload: string): string {
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
