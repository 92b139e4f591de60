import { buildConnector, Client } from 'undici';
import type { Outcome } from '../domain/delivery.js';
import { retryAfterMs } from '../domain/retry-after.js';
import type { AddressGuard } from './address-guard.js';
import { failureText, refusalText } from './failure-text.js';
import { readAnswer } from './read-answer.js';

/** A receiver has this long for its whole answer, from the first look-up on (contract, part 6). */
const answerWithinMs = 5_000;

export interface SignedRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Makes one attempt. Resolves to its outcome, whatever happened; rejects only when `signal` gave it up. */
export type Send = (request: SignedRequest, signal?: AbortSignal) => Promise<Outcome>;

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly retryAfter: string | undefined;
}

function first(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

export interface SenderOptions {
  readonly guard: AddressGuard;
  readonly clock: () => Date;
  readonly withinMs?: number;
}

/**
 * A sender that opens a connection for each attempt: each dials an address checked for it, and none fails because a
 * receiver closed an idle connection. TLS sessions are resumed. Redirects are not followed.
 */
export function createSender({ guard, clock, withinMs = answerWithinMs }: SenderOptions): Send {
  const connector = buildConnector({ lookup: guard.lookup, timeout: withinMs, maxCachedSessions: 1_000 });

  const exchange = async ({ url, headers, body }: SignedRequest, signal: AbortSignal): Promise<Answer> => {
    const { origin, hostname, pathname, search } = new URL(url);
    // A socket looks up names only; a literal address is checked here.
    if (/^[\d.]+$|^\[/.test(hostname)) await guard.resolve(hostname);
    const client = new Client(origin, { connect: connector, pipelining: 0 });
    try {
      const response = await client.request({ path: pathname + search, method: 'POST', headers, body, signal });
      const retryAfter = first(response.headers['retry-after']);
      return { status: response.statusCode, body: await readAnswer(response.body), retryAfter };
    } finally {
      client.destroy().catch(() => undefined);
    }
  };

  return async (request, signal) => {
    const timestamp = clock();
    const started = performance.now();
    const deadline = AbortSignal.timeout(withinMs);
    let answer: Answer | undefined;
    let error: string | null;
    try {
      answer = await exchange(request, signal ? AbortSignal.any([deadline, signal]) : deadline);
      error = refusalText(answer.status);
    } catch (cause) {
      signal?.throwIfAborted();
      error = deadline.aborted ? `No complete answer within ${withinMs / 1_000} seconds.` : failureText(cause);
    }
    const endedAt = clock();
    const waits = answer?.status === 429 || answer?.status === 503;
    return {
      attempt: {
        timestamp,
        response_code: answer?.status ?? null,
        duration_ms: Math.round(performance.now() - started),
        error,
        response_body: answer?.body ?? null,
      },
      endedAt,
      askedWait: waits ? retryAfterMs(answer?.retryAfter, endedAt) : 0,
      gone: answer?.status === 410,
    };
  };
}
