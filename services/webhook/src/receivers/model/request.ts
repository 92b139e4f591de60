import type { Outcome } from '../../deliveries/model/attempt.js';

export interface SignedRequest {
  /** Workspace whose share of the requests to a host this request uses. */
  readonly workspaceId: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Posts a request and resolves to the outcome, even after a failure. Rejects only when `signal` aborts it, with Busy
 * when nothing was sent, or with OutcomeUnknown.
 */
export type SendRequest = (request: SignedRequest, signal?: AbortSignal) => Promise<Outcome>;
