import { Problem, unavailable } from '@plotline/kit/core/errors';
import { Limiter } from '@plotline/kit/core/limiter';
import { uploadBudgetMs } from '@plotline/kit/core/time';
import { contain } from './contain.js';
import { Pace, type PaceVerdict } from './pace.js';
import type { RequestContext } from './request-context.js';
import { createSharedBudget } from './shared-budget.js';

/** Time limits of bodies and files that are streamed. */
export interface TransferLimits {
  readonly maxPauseMs: number;
  readonly minBytesPerSecond: number;
  readonly maxUploadMs: number;
  readonly maxDownloadMs: number;
  /**
   * Time from the end of an upload's body to the response. When this time starts, part of the body is still on its way
   * to the service.
   */
  readonly maxAnswerMs: number;
  readonly lookIntervalMs: number;
}

const limits: TransferLimits = {
  maxPauseMs: 30_000,
  minBytesPerSecond: 16_384,
  maxUploadMs: uploadBudgetMs,
  maxDownloadMs: 3_600_000,
  maxAnswerMs: 30_000,
  lookIntervalMs: 1_000,
};

const retryAfter = 5;

/** Limits on concurrent uploads and downloads. Their maximum is below the number of connections to a service. */
export interface Transfers {
  readonly limits: TransferLimits;
  readonly uploads: Limiter;
  /** Limits on downloads of each workspace. */
  readonly downloads: Limiter;
  /** Limits on downloads that need no credential, by address. */
  readonly publicDownloads: Limiter;
  /** Limits on photos and documents that need no credential, by address. Requests wait for a free slot. */
  readonly media: Limiter;
}

export function createTransfers(): Transfers {
  const ofUploads = {
    owner: 'Too many uploads of the workspace are running at the same time.',
    total: 'Too many uploads are running at the moment.',
  };
  const ofDownloads = {
    owner: 'You have too many downloads running at the same time.',
    total: 'Too many downloads are running at the moment.',
  };
  return {
    limits: { ...limits },
    uploads: createSharedBudget({ max: 32, perOwner: 4, messages: ofUploads, retryAfter }),
    downloads: createSharedBudget({ max: 16, perOwner: 4, messages: ofDownloads, retryAfter }),
    publicDownloads: createSharedBudget({ max: 48, perOwner: 8, messages: ofDownloads, retryAfter }),
    media: new Limiter({ max: 64, perOwner: 16, maxWaiting: 2_000, maxWaitMs: 8_000 }),
  };
}

/** A transfer whose pace is checked. */
export interface Transfer {
  getByteCount(): number;
  /** Whether the transfer waits for the client; otherwise it waits for the service. */
  isClientAwaited(): boolean;
}

const problems: Readonly<Record<Exclude<PaceVerdict, 'good'>, () => Problem>> = {
  late: () => new Problem('BAD_REQUEST', 'The transfer took too long.'),
  'slow client': () => new Problem('BAD_REQUEST', 'The transfer paused for too long, or was too slow.'),
  'slow service': () => unavailable('The service stopped responding.'),
};

/** Watches the pace of a transfer and calls `onFault` at most once. Returns a function that stops the watching. */
export function watchPace(
  requestContext: RequestContext,
  transfer: Transfer,
  { limits: { maxPauseMs, minBytesPerSecond, lookIntervalMs }, maxMs }: { limits: TransferLimits; maxMs: number },
  onFault: (problem: Problem) => void,
): () => void {
  const pace = new Pace({ maxPauseMs, minBytesPerSecond, maxMs }, performance.now());
  const look = contain(requestContext, () => {
    const verdict = pace.look(performance.now(), transfer.getByteCount(), transfer.isClientAwaited());
    if (verdict === 'good') return;
    clearInterval(timer);
    onFault(problems[verdict]());
  });
  const timer = setInterval(look, lookIntervalMs);
  return () => clearInterval(timer);
}
