import { setTimeout as sleep } from 'node:timers/promises';
import { type Dispatcher, Pool } from 'undici';
import type { LoadedRequest } from './closed-load.js';

/** Request with the name of its kind. */
export interface NamedRequest extends LoadedRequest {
  readonly kind: string;
}

export interface OpenLoad {
  /** Target: an address, or a dispatcher for several addresses. The caller closes the dispatcher. */
  readonly target: string | Dispatcher;
  readonly headers: Readonly<Record<string, string>>;
  readonly perSecond: number;
  readonly seconds: number;
  readonly signal: AbortSignal;
  /** Ends the load early. Waits for the requests that were already sent. */
  readonly end?: AbortSignal;
  readonly createRequest: () => NamedRequest;
}

export interface OpenLoadOutcome {
  /** Durations of successful requests by kind, measured from when the request was due until its answer ended. */
  readonly milliseconds: ReadonlyMap<string, readonly number[]>;
  /** Number of failures by reason. */
  readonly failures: ReadonlyMap<string, number>;
  /** Time of the last failure, from `performance.now()`. */
  readonly lastFailureAt: number | null;
}

const timeoutMs = 12_000;
const connections = 256;
const maxInFlight = 5_000;

/**
 * Sends requests when they are due, even if earlier requests have not ended. The measured times include waiting for a
 * connection or for a late client.
 */
export async function askWhenDue({
  target,
  headers,
  perSecond,
  seconds,
  signal,
  end,
  createRequest,
}: OpenLoad): Promise<OpenLoadOutcome> {
  const milliseconds = new Map<string, number[]>();
  const failures = new Map<string, number>();
  let lastFailureAt: number | null = null;
  const fail = (what: string) => {
    failures.set(what, (failures.get(what) ?? 0) + 1);
    lastFailureAt = performance.now();
  };
  const pool = typeof target === 'string' ? new Pool(target, { connections }) : target;
  let inFlight = 0;

  async function ask(dueAt: number): Promise<void> {
    const { kind, method, path, body, headers: own } = createRequest();
    inFlight += 1;
    try {
      const fields = { ...headers, 'content-type': 'application/json', ...own };
      const timeouts = { headersTimeout: timeoutMs, bodyTimeout: timeoutMs };
      const sent = { method, path, headers: fields, body: body ?? null, ...timeouts };
      const response = await pool.request(sent);
      await response.body.dump();
      if (response.statusCode >= 300) return void fail(`${kind} ${response.statusCode}`);
      const ofKind = milliseconds.get(kind) ?? [];
      milliseconds.set(kind, ofKind);
      ofKind.push(performance.now() - dueAt);
    } catch (error) {
      fail(`${kind} ${error instanceof Error ? error.message : String(error)}`);
    } finally {
      inFlight -= 1;
    }
  }

  const startedAt = performance.now();
  const count = Math.floor(perSecond * seconds);
  for (let sent = 0; sent < count && !end?.aborted; ) {
    signal.throwIfAborted();
    for (const now = performance.now(); sent < count; sent += 1) {
      const dueAt = startedAt + (sent * 1_000) / perSecond;
      if (dueAt > now) break;
      if (inFlight >= maxInFlight) fail('not sent, as 5,000 others wait');
      else void ask(dueAt);
    }
    await sleep(1);
  }
  for (const until = performance.now() + timeoutMs; inFlight > 0 && performance.now() < until; ) await sleep(20);
  if (typeof target === 'string') await pool.destroy();
  return { milliseconds, failures, lastFailureAt };
}
