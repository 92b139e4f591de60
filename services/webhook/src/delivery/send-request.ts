import { buildConnector, Client } from 'undici';
import type { Outcome } from '../domain/delivery.js';
import { parseRetryAfter } from '../domain/retry-schedule.js';
import { type AddressGuard, AddressRefused, HostUnknown } from './address-guard.js';

/** From the DNS look-up to the end of the response body. */
const defaultTimeoutMs = 5_000;

const maxReadBytes = 65_536;
const maxStoredBytes = 4_096;

export interface SignedRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Posts a request and resolves to the outcome, whether it succeeded or failed. Rejects only when `signal` aborts it. */
export type SendRequest = (request: SignedRequest, signal?: AbortSignal) => Promise<Outcome>;

interface ReceiverResponse {
  readonly status: number;
  readonly body: string;
  readonly retryAfter: string | undefined;
}

export interface SenderOptions {
  readonly guard: AddressGuard;
  readonly clock: () => Date;
  readonly timeoutMs?: number;
}

function getFirst(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
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

function getErrorCode(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string') {
    return error.code;
  }
  return '';
}

/** The text for the delivery log. It carries no address and no message of an internal error. */
function describeError(error: unknown): string {
  if (error instanceof AddressRefused || error instanceof HostUnknown) return error.message;
  const code = getErrorCode(error);
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') return 'The connection took too long.';
  if (code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE') return 'The connection was closed early.';
  if (code.startsWith('HPE_') || code === 'UND_ERR_HEADERS_OVERFLOW') return 'The answer is not valid HTTP.';
  if (code.includes('CERT') || code.includes('SSL') || code.includes('TLS') || code.includes('SIGNATURE')) {
    return `The TLS connection failed (${code}).`;
  }
  return /^E[A-Z]+$/.test(code) ? `The connection failed (${code}).` : 'The connection failed.';
}

/** The text for the delivery log; null for a 2xx, which alone is a success. */
function describeStatus(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return `The receiver answered ${status}; redirects are not followed.`;
  return `The receiver answered ${status}.`;
}

/**
 * Each request opens its own connection, so it dials an address that was checked for it and never meets an idle
 * connection that the receiver has closed. TLS sessions are resumed. Redirects are not followed.
 */
export function createSendRequest({ guard, clock, timeoutMs = defaultTimeoutMs }: SenderOptions): SendRequest {
  const connector = buildConnector({ lookup: guard.lookup, timeout: timeoutMs, maxCachedSessions: 1_000 });

  const post = async ({ url, headers, body }: SignedRequest, signal: AbortSignal): Promise<ReceiverResponse> => {
    const { origin, hostname, pathname, search } = new URL(url);
    // A socket does not look up a literal address, so it is checked here.
    if (/^[\d.]+$|^\[/.test(hostname)) await guard.resolve(hostname);
    const client = new Client(origin, { connect: connector, pipelining: 0 });
    try {
      const response = await client.request({ path: pathname + search, method: 'POST', headers, body, signal });
      const retryAfter = getFirst(response.headers['retry-after']);
      return { status: response.statusCode, body: await readBody(response.body), retryAfter };
    } finally {
      client.destroy().catch(() => undefined);
    }
  };

  return async (request, signal) => {
    const timestamp = clock();
    const started = performance.now();
    const timeout = AbortSignal.timeout(timeoutMs);
    let response: ReceiverResponse | undefined;
    let error: string | null;
    try {
      response = await post(request, signal ? AbortSignal.any([timeout, signal]) : timeout);
      error = describeStatus(response.status);
    } catch (cause) {
      signal?.throwIfAborted();
      error = timeout.aborted ? `No complete answer within ${timeoutMs / 1_000} seconds.` : describeError(cause);
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
}
