import { parseRetryAfter } from '@plotline/kit/core/time';
import type { AddressGuard, ResolvedAddress } from '@plotline/kit/network/address-guard';
import type { Connections, Destination } from '@plotline/kit/network/connections';
import { attemptTimeoutMs, type Outcome } from '../../deliveries/model/attempt.js';
import { OutcomeUnknown } from '../../deliveries/model/attempt-errors.js';
import type { SendRequest, SignedRequest } from '../model/request.js';
import { describeError, describeStatus, isClosedEarly } from './describe-failure.js';
import type { HostSlots } from './host-slots.js';

/** If a timer fires this late, the process was paused, and it is unknown whether the receiver responded in time. */
const defaultMaxLateMs = 1_000;

const maxReadBytes = 65_536;
const maxStoredBytes = 4_096;

interface ReceiverResponse {
  readonly status: number;
  readonly body: string;
  readonly retryAfter: string | undefined;
}

export interface SenderOptions {
  readonly guard: AddressGuard;
  readonly connections: Connections;
  readonly hostSlots: HostSlots;
  readonly clock: () => Date;
  readonly timeoutMs?: number;
  readonly maxLateMs?: number;
}

function getFirst(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError';
}

interface TimeLimit {
  readonly milliseconds: number;
  readonly maxLateMs: number;
  readonly signal: AbortSignal | undefined;
}

/**
 * Resolves to the result of the work, unless `signal` aborts it or its time runs out first. The work gets its own
 * signal. A response that arrived while this process was busy counts as in time. Rejects with OutcomeUnknown when the
 * process was busy too long. `AbortSignal.any` would leave a listener in a longer-lived signal for each piece of work.
 */
async function limit<T>(
  { milliseconds, maxLateMs, signal }: TimeLimit,
  work: (ends: AbortSignal) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const end = () => controller.abort(signal?.reason);
  const startedAt = performance.now();
  const timer = setTimeout(() => {
    const lateMs = performance.now() - startedAt - milliseconds;
    if (lateMs > maxLateMs) controller.abort(new OutcomeUnknown());
    else setImmediate(() => controller.abort(new DOMException('The time limit was exceeded.', 'TimeoutError')));
  }, milliseconds);
  signal?.addEventListener('abort', end);
  try {
    return await new Promise((resolve, reject) => {
      // A request that waits for its connection doesn't react to the signal.
      controller.signal.addEventListener('abort', () => reject(controller.signal.reason));
      work(controller.signal).then(resolve, reject);
    });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
  }
}

/** Reads the body to its end, at most 64 KiB of it, and keeps the first 4 KiB as text. */
async function readBody(body: AsyncIterable<Buffer>): Promise<string> {
  const stored: Buffer[] = [];
  let readBytes = 0;
  for await (const chunk of body) {
    if (readBytes < maxStoredBytes) stored.push(chunk.subarray(0, maxStoredBytes - readBytes));
    readBytes += chunk.length;
    if (readBytes >= maxReadBytes) break;
  }
  return Buffer.concat(stored).toString('utf8');
}

/**
 * Creates the function that sends requests. It reuses connections where possible. If a receiver closes such a
 * connection at that moment, the request is sent once more, so the receiver may get the request twice. Redirects are
 * not followed.
 */
export function createSendRequest({
  guard,
  connections,
  hostSlots,
  clock,
  timeoutMs = attemptTimeoutMs,
  maxLateMs = defaultMaxLateMs,
}: SenderOptions): SendRequest {
  const post = async (
    request: SignedRequest,
    destination: Destination,
    signal: AbortSignal,
    isRepeated = false,
  ): Promise<ReceiverResponse> => {
    const { url, headers, body } = request;
    const { pathname, search, origin } = new URL(url);
    let mayBeKept = false;
    try {
      return await connections.use(destination, async (carrier) => {
        ({ mayBeKept } = carrier);
        const options = { origin, path: pathname + search, method: 'POST', headers, body, signal } as const;
        const response = await carrier.dispatcher.request(options);
        const retryAfter = getFirst(response.headers['retry-after']);
        return { status: response.statusCode, body: await readBody(response.body), retryAfter };
      });
    } catch (error) {
      if (isRepeated || !mayBeKept || !isClosedEarly(error)) throw error;
      return post(request, destination, signal, true);
    }
  };

  /**
   * Runs the rest of an attempt. `spentMs` is the time that the attempt has already taken. The attempt's start and
   * duration include it.
   */
  const observe = async (
    work: (ends: AbortSignal) => Promise<ReceiverResponse>,
    spentMs: number,
    signal: AbortSignal | undefined,
  ): Promise<Outcome> => {
    const timestamp = new Date(clock().getTime() - spentMs);
    const started = performance.now() - spentMs;
    let response: ReceiverResponse | undefined;
    let error: string | null;
    try {
      response = await limit({ milliseconds: timeoutMs - spentMs, maxLateMs, signal }, work);
      error = describeStatus(response.status);
    } catch (cause) {
      signal?.throwIfAborted();
      if (cause instanceof OutcomeUnknown) throw cause;
      error = isTimeout(cause) ? `No complete answer within ${timeoutMs / 1_000} seconds.` : describeError(cause);
    }
    const endedAt = clock();
    const isBusy = response?.status === 429 || response?.status === 503;
    return {
      attempt: {
        timestamp,
        response_code: response?.status ?? null,
        duration_ms: Math.round(performance.now() - started),
        error,
        response_body: response?.body ?? null,
      },
      endedAt,
      retryAfterMs: isBusy ? parseRetryAfter(response?.retryAfter, endedAt) : 0,
      gone: response?.status === 410,
    };
  };

  return async (request, signal) => {
    const url = new URL(request.url);
    const started = performance.now();
    const getSpentMs = () => performance.now() - started;
    let addresses: ResolvedAddress[];
    try {
      addresses = await limit({ milliseconds: timeoutMs, maxLateMs, signal }, () => guard.resolve(url));
    } catch (error) {
      return observe(() => Promise.reject(error), getSpentMs(), signal);
    }
    const spentMs = getSpentMs();
    const destination = { origin: url.origin, addresses };
    const hosts = addresses.length > 0 ? addresses.map(({ address }) => address) : [url.hostname];
    // The time spent waiting for a turn is excluded, because the receiver didn't cause it.
    return hostSlots.run(request.workspaceId, hosts, () =>
      observe((ends) => post(request, destination, ends), spentMs, signal),
    );
  };
}
