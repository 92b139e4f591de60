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

/** The lead whose personal data an event carries; null when it carries none. Those about deals name a lead at most. */
export function leadIn(name: string, { id }: { readonly id?: unknown }): string | null {
  return name.startsWith('lead.') && typeof id === 'string' ? id : null;
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
