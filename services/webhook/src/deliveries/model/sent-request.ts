import { type PayloadVersion, toRequestBody } from '../../events/model/payload.js';

interface RequestHead {
  /** Null for a chat, because its address is a secret. */
  readonly url: string | null;
  /** Headers as sent, except those of HTTP itself, such as `host`. They include signatures, but never secrets. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Request of an attempt. Contains the body, or describes how to derive the body from the event, which is stored once
 * for all receivers.
 */
export type SentRequest = RequestHead & ({ readonly payload_version: PayloadVersion } | { readonly body: string });

/** Data of a delivery about its last request. */
interface RequestSource {
  readonly attempts: readonly unknown[];
  readonly request?: SentRequest;
  readonly erased_at?: Date;
}

/** Data of the delivery's event about its last request. */
interface EventSource {
  readonly payload: string;
  readonly erased_at?: Date;
}

/** Reason why a request is unknown or not shown. */
export type MissingReason = 'not_attempted' | 'not_recorded' | 'erased' | 'event_removed' | 'too_large';

/** Last request of a delivery, with its body byte for byte. */
export interface KnownRequest extends RequestHead {
  readonly body: string;
}

/** Larger bodies are sent but not shown. */
const maxShownBytes = 262_144;

/** Returns the body's text as it was sent. */
function toBody(request: SentRequest, payload: string): string {
  return 'body' in request ? request.body : toRequestBody(request.payload_version, payload);
}

/**
 * Returns the request of the last attempt, or the reason why it can't be shown. Shows nothing about an erased lead, not
 * even the reduced body of a later attempt.
 */
export function findRequest(delivery: RequestSource, event: EventSource | null): KnownRequest | MissingReason {
  const { attempts, request } = delivery;
  if (attempts.length === 0) return 'not_attempted';
  if (delivery.erased_at || event?.erased_at) return 'erased';
  if (!event) return 'event_removed';
  if (!request) return 'not_recorded';
  const body = toBody(request, event.payload);
  if (Buffer.byteLength(body) > maxShownBytes) return 'too_large';
  return { url: request.url, headers: request.headers, body };
}
