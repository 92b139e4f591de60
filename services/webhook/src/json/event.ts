import type { RecordedEvent } from '../domain/recorded-event.js';

/** The event as a webhook of the current payload version gets it. */
export function toEventJson({ payload }: RecordedEvent): unknown {
  return JSON.parse(payload);
}
