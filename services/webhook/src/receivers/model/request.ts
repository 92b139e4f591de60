import type { Outcome } from '../../deliveries/model/attempt.js';

export interface SignedRequest {
  /** Workspace for which the request is counted in the limit of requests to a host. */
  readonly workspaceId: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Posts a request and resolves to the outcome, also after a failure. Rejects only when `signal` aborts it, with Busy
 * when nothing was sent, or with OutcomeUnknown.
 */
export type SendRequest = (request: SignedRequest, signal?: AbortSignal) => Promise<Outcome>;
