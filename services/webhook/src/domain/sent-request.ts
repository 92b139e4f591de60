import { toRequestBody } from './payload.js';
import type { PayloadVersion } from './webhook.js';

interface RequestHead {
  /** Null for a chat, whose address is a secret. */
  readonly url: string | null;
  /** As they were sent, without those that HTTP itself needs, such as `host`. Signatures are in them, secrets never. */
  readonly headers: Readonly<Record<string, string>>;
}

/** What an attempt sent: the body, or how that follows from the event, which is stored once for all that receive it. */
export type SentRequest = RequestHead & ({ readonly payload_version: PayloadVersion } | { readonly body: string });

/** What a delivery knows of its last request. */
interface RequestSource {
  readonly attempts: readonly unknown[];
  readonly request?: SentRequest;
  readonly erased_at?: Date;
}

/** What the event of the delivery knows of it. */
interface EventSource {
  readonly payload: string;
  readonly erased_at?: Date;
}

/** Why a request is not known, or not told. */
export type MissingReason = 'not_attempted' | 'not_recorded' | 'erased' | 'event_removed' | 'too_large';

/** The last request of a delivery, its body byte for byte. */
export interface KnownRequest extends RequestHead {
  readonly body: string;
}

/** Larger bodies are sent and not shown. */
const maxShownBytes = 262_144;

/** Text of the body as it was sent. */
function toBody(request: SentRequest, payload: string): string {
  return 'body' in request ? request.body : toRequestBody(request.payload_version, payload);
}

/**
 * The request of the last attempt, or why there is none to tell. Nothing is told of an erased lead, not even the reduced body of a
 * later attempt.
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
