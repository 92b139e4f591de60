import { type Clock, parseRetryAfter } from '@plotline/kit/core/time';
import { toExcerpt } from '../model/excerpt.js';
import type { FakeVendor } from '../model/fake-vendor.js';
import { VendorFailure, type VendorFailureCode } from '../model/vendor-failure.js';
import type { SendToVendor, VendorDialect, VendorRequest } from '../model/vendor-request.js';

/** Time for a whole request, from the look-up of the host to the last byte. Less than the budget of an API request. */
const vendorTimeoutMs = 6_000;
const maxAnswerBytes = 262_144;

interface SenderOptions {
  readonly dialect: VendorDialect;
  readonly clock: Clock;
  readonly timeoutMs?: number;
  /** Answers in place of the vendor; null where requests are sent. */
  readonly fake?: FakeVendor | null;
}

/** Reads at most 256 KiB. Throws when the answer is longer, because part of it can't be trusted. */
async function readText(response: Response, title: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > maxAnswerBytes) throw new VendorFailure('answer_unreadable', `${title} sent too long an answer.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Codes by status, and their messages with the name of the vendor. */
function classify(status: number, title: string, told: VendorFailureCode | null): readonly [VendorFailureCode, string] {
  if (told !== null) return [told, `${title} answered with status ${status}.`];
  if (status === 401) return ['credentials_refused', `${title} refused the credentials.`];
  if (status === 403) return ['credentials_refused', `The credentials lack a permission at ${title}.`];
  if (status === 429) return ['rate_limited', `${title} asked to wait.`];
  if (status >= 500) return ['vendor_unavailable', `${title} failed with status ${status}.`];
  return ['request_refused', `${title} refused the request with status ${status}.`];
}

/** A write whose answer did not arrive may have been carried out. */
function toUnanswered({ method }: VendorRequest, title: string, cause: unknown): VendorFailure {
  const message = `${title} did not answer in time.`;
  return new VendorFailure(method === 'GET' ? 'vendor_unavailable' : 'outcome_unknown', message, { cause });
}

/** Answers for a vendor whose requests are not sent. */
function answerFake(fake: FakeVendor, { method, url, headers, body }: VendorRequest): Response {
  const { pathname, search } = new URL(url);
  const answer = fake({ method, path: pathname + search, headers, body });
  return Response.json(answer.body, { status: answer.status });
}

/** Sends a request, and reads the answer to its end. */
async function exchange(request: VendorRequest, { dialect, timeoutMs = vendorTimeoutMs, fake }: SenderOptions) {
  const { url, method, headers, body } = request;
  const { title } = dialect;
  try {
    const response = fake
      ? answerFake(fake, request)
      : await fetch(url, { method, headers, body, signal: AbortSignal.timeout(timeoutMs), redirect: 'manual' });
    return { response, text: await readText(response, title) };
  } catch (error) {
    throw error instanceof VendorFailure ? error : toUnanswered(request, title, error);
  }
}

function assertHost({ url, exchange: other }: VendorRequest, { title, hosts }: VendorDialect): void {
  const { protocol, host } = new URL(url);
  if (!other && (protocol !== 'https:' || !hosts.includes(host))) throw new Error(`${title} has no host ${host}.`);
}

/**
 * Creates the function that sends requests to one vendor. It follows no redirect, and refuses hosts that the vendor
 * doesn't have, so that no setting can lead a request elsewhere.
 */
export function createSendToVendor(options: SenderOptions): SendToVendor {
  const { title, requestIdHeader, shownFields } = options.dialect;
  return async (request) => {
    if (request.exchange && !options.fake) return request.exchange();
    assertHost(request, options.dialect);
    const { response, text } = await exchange(request, options);
    const { status } = response;
    const parsed = parse(text);
    const facts = { status, vendorRequestId: response.headers.get(requestIdHeader) };
    const isAccepted = request.accepts?.includes(status) ?? false;
    if (isAccepted || (status >= 200 && status < 300)) {
      if (isAccepted || parsed !== undefined) return { status, body: parsed, vendorRequestId: facts.vendorRequestId };
      throw new VendorFailure('answer_unreadable', `${title} sent an answer that is not JSON.`, facts);
    }
    const told = options.dialect.classify?.(status, parsed) ?? null;
    const [code, message] = classify(status, title, told);
    const retryAfterMs = parseRetryAfter(response.headers.get('retry-after') ?? undefined, options.clock());
    throw new VendorFailure(code, message, { ...facts, retryAfterMs, excerpt: toExcerpt(parsed, shownFields) });
  };
}
