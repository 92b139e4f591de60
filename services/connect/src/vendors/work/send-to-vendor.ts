import { isJsonObject } from '@plotline/kit/core/json-object';
import { type Clock, parseRetryAfter, realTime, type Time } from '@plotline/kit/core/time';
import { toExcerpt } from '../model/excerpt.js';
import type { FakeAnswer, FakeRequest } from '../model/fake-vendor.js';
import { VendorFailure, type VendorFailureCode } from '../model/vendor-failure.js';
import type { SendToVendor, VendorDialect, VendorRequest } from '../model/vendor-request.js';
import { type Egress, sendGuarded } from './send-guarded.js';

/** Time for a whole request, from the look-up of the host to the last byte. Less than the budget of an API request. */
const vendorTimeoutMs = 6_000;
const maxAnswerBytes = 262_144;
/** Files are only downloaded in the background, where waiting is acceptable. */
const fileTimeoutMs = 30_000;
const maxFileBytes = 20 * 1_048_576;

/** A fake whose links lead to the pages of one workspace. */
export type FakeSender = (request: Omit<FakeRequest, 'pagesUrl'>) => FakeAnswer;

interface SenderOptions {
  readonly dialect: VendorDialect;
  readonly clock: Clock;
  /** Clock for the timeouts. By default, the machine's clock. */
  readonly time?: Time;
  /** Fake that answers instead of the vendor. Null if requests are sent to the vendor. */
  readonly fake?: FakeSender | null;
  /** Access to customers' hosts. Vendors with `isSelfHosted` need it. */
  readonly egress?: Egress;
}

/** Reads the whole answer. Throws when it is too long, because part of it can't be trusted. */
async function readContent(response: Response, title: string, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > maxBytes) throw new VendorFailure('answer_unreadable', `${title} sent too long an answer.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the failure code for a status, and its message with the vendor's name. */
function classify(status: number, title: string, told: VendorFailureCode | null): readonly [VendorFailureCode, string] {
  if (told !== null) return [told, `${title} answered with status ${status}.`];
  if (status === 401) return ['credentials_refused', `${title} refused the credentials.`];
  if (status === 403) return ['credentials_refused', `The credentials lack a permission at ${title}.`];
  if (status === 429) return ['rate_limited', `${title} asked us to wait.`];
  if (status >= 500) return ['vendor_unavailable', `${title} failed with status ${status}.`];
  return ['request_refused', `${title} refused the request with status ${status}.`];
}

/**
 * Returns the failure of a refused OAuth grant. The error code (RFC 6749, 5.2), such as `consent_required`, shows
 * people what to do.
 */
function toRefusedGrant(body: unknown, title: string): readonly [VendorFailureCode, string] {
  const word = isJsonObject(body) ? body['error'] : null;
  const detail = typeof word === 'string' && /^[a-z_]{1,40}$/.test(word) ? ` (${word})` : '';
  return ['credentials_refused', `${title} refused the credentials${detail}.`];
}

/** Errors of `fetch` before anything is sent. */
const unsent: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'UND_ERR_CONNECT_TIMEOUT']);

/** Returns whether the host was not reached, so that nothing was sent. */
function isUnsent(error: unknown): boolean {
  const cause = error instanceof Error ? (error.cause ?? error) : null;
  return cause instanceof Error && 'code' in cause && unsent.has(cause.code);
}

/** Returns the failure of a request without a response. A write without a response may still have been carried out. */
function toUnanswered({ method }: VendorRequest, title: string, cause: unknown): VendorFailure {
  if (isUnsent(cause)) return new VendorFailure('vendor_unavailable', `${title} could not be reached.`, { cause });
  const message = `${title} did not answer in time.`;
  return new VendorFailure(method === 'GET' ? 'vendor_unavailable' : 'outcome_unknown', message, { cause });
}

/** Answers a request with the fake, without sending it. */
function answerFake(fake: FakeSender, { method, url, headers, body }: VendorRequest): Response {
  const { host, pathname, search } = new URL(url);
  const answer = fake({ method, host, path: pathname + search, headers, body });
  const { status } = answer;
  if (Buffer.isBuffer(answer.body)) return new Response(new Uint8Array(answer.body), { status });
  return Response.json(answer.body, { status });
}

/** Sends a request and reads the whole response. */
async function exchange(request: VendorRequest, options: SenderOptions) {
  const { url, method, headers, body, expects } = request;
  const { dialect, time = realTime, fake, egress } = options;
  const { title, hosts } = dialect;
  const read = (response: Response) => readContent(response, title, expects ? maxFileBytes : maxAnswerBytes);
  const ending = new AbortController();
  const { signal } = ending;
  const timer = time.setTimeout(() => ending.abort(), expects ? fileTimeoutMs : vendorTimeoutMs);
  try {
    if (!fake && egress && !hosts.includes(new URL(url).host)) return await sendGuarded(egress, request, signal, read);
    const sent = Buffer.isBuffer(body) ? new Uint8Array(body) : body;
    const response = fake
      ? answerFake(fake, request)
      : await fetch(url, { method, headers, body: sent, signal, redirect: 'manual' });
    return { response, content: await read(response) };
  } catch (error) {
    throw error instanceof VendorFailure ? error : toUnanswered(request, title, error);
  } finally {
    timer.cancel();
  }
}

function assertHost({ url, exchange: other }: VendorRequest, { dialect, egress }: SenderOptions): void {
  const { protocol, host } = new URL(url);
  const { title, hosts, isSelfHosted = false } = dialect;
  const isKnown = hosts.includes(host) || (isSelfHosted && egress !== undefined);
  if (!other && (protocol !== 'https:' || !isKnown)) throw new Error(`${title} has no host ${host}.`);
}

const isPdf = (content: Buffer) => content.subarray(0, 5).toString('latin1') === '%PDF-';

/** Returns the body of a successful answer; undefined if it doesn't have the requested type. */
function readBody({ expects }: VendorRequest, content: Buffer): unknown {
  if (expects) return isPdf(content) ? content : undefined;
  return parse(content.toString('utf8'));
}

/** Returns the failure for an unsuccessful response. */
function toRefusal(request: VendorRequest, response: Response, content: Buffer, options: SenderOptions): VendorFailure {
  const { dialect, clock } = options;
  const { title, requestIdHeader, shownFields } = dialect;
  const { status, headers } = response;
  const body = parse(content.toString('utf8'));
  const isRefusedGrant = status === 400 && request.isAuthentication === true;
  const told = dialect.classify?.(status, body) ?? null;
  const [code, message] = isRefusedGrant ? toRefusedGrant(body, title) : classify(status, title, told);
  return new VendorFailure(code, message, {
    status,
    vendorRequestId: headers.get(requestIdHeader),
    retryAfterMs: parseRetryAfter(headers.get('retry-after') ?? undefined, clock()),
    excerpt: toExcerpt(body, shownFields),
  });
}

/**
 * Creates the function that sends requests to one vendor. It follows no redirect and refuses hosts that aren't the
 * vendor's, so no setting can send a request elsewhere. The egress sends requests to customers' hosts.
 */
export function createSendToVendor(options: SenderOptions): SendToVendor {
  const { title, requestIdHeader } = options.dialect;
  return async (request) => {
    if (request.exchange && !options.fake) return request.exchange();
    assertHost(request, options);
    const { response, content } = await exchange(request, options);
    const { status, ok } = response;
    const isAccepted = request.accepts?.includes(status) ?? false;
    if (!isAccepted && !ok) throw toRefusal(request, response, content, options);
    const facts = { status, vendorRequestId: response.headers.get(requestIdHeader) };
    const body = readBody(request, content);
    if (isAccepted || body !== undefined) return { ...facts, body };
    const expected = request.expects ? 'a PDF' : 'JSON';
    throw new VendorFailure('answer_unreadable', `${title} sent an answer that is not ${expected}.`, facts);
  };
}
