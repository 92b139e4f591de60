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

/** The workspace that a published event belongs to. Throws when the text is no event. */
export function workspaceOf(payload: string): string {
  const event: unknown = JSON.parse(payload);
  if (typeof event === 'object' && event !== null && 'workspace_id' in event) {
    if (typeof event.workspace_id === 'string') return event.workspace_id;
  }
  throw new Error('The event names no workspace.');
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
