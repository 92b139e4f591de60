import type { SentRequest } from './sent-request.js';

/** Time limit of an attempt: from the DNS lookup to the end of the response body. */
export const attemptTimeoutMs = 5_000;

/** One request to the receiver. */
export interface Attempt {
  /** Start of the request. */
  readonly timestamp: Date;
  /** HTTP status; null when no complete response came. */
  readonly response_code: number | null;
  readonly duration_ms: number;
  /** Reason for the failure; null on success. */
  readonly error: string | null;
  /** First bytes of the response body, as text. */
  readonly response_body: string | null;
}

/** Attempt, and what its response means for later attempts. */
export interface Outcome {
  readonly attempt: Attempt;
  readonly endedAt: Date;
  /** Delay that a 429 or 503 response requests with `Retry-After`; otherwise 0. */
  readonly retryAfterMs: number;
  /** Whether the attempt is the last one because the receiver responded with 410 Gone. */
  readonly gone: boolean;
  /** Whether the body of a 2xx response reports that the receiver is overloaded. Absent means false. */
  readonly overloaded?: boolean;
  /** Absent when no request could be made. */
  readonly request?: SentRequest;
  /** Receiver of the subscription at the time of the attempt; absent when no request could be made. */
  readonly receiver?: string;
}

/**
 * Creates the outcome of a delivery whose event is no longer stored. It ends the delivery, so that later deliveries
 * aren't blocked.
 */
export function createLostOutcome(now: Date): Outcome {
  const error = 'The event is no longer stored.';
  const attempt = { timestamp: now, response_code: null, duration_ms: 0, error, response_body: null };
  return { attempt, endedAt: now, retryAfterMs: 0, gone: true };
}
