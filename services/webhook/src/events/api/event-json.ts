import type { RecordedEvent } from '../model/recorded-event.js';

/** Renders the event as webhooks of the current payload version get it. */
export function toEventJson({ payload }: RecordedEvent): unknown {
  return JSON.parse(payload);
}
