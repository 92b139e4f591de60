import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from './errors.js';

/** Returns the current time, for dates in records. A test passes a clock that it controls. */
export type Clock = () => Date;

/** A scheduled callback. */
export interface Timer {
  cancel(): void;
  /** Lets the process end before the timer fires, as Node's `unref` does. */
  unref(): Timer;
}

/**
 * Clock and timers for leases, polls, heartbeats, retries and batches. A test advances the time instead of waiting.
 * Dates in records come from a `Clock` instead.
 */
export interface Time {
  /** Milliseconds since the epoch, comparable with other processes. */
  now(): number;
  /** Milliseconds on a monotonic clock, from an arbitrary start. */
  monotonic(): number;
  setTimeout(callback: () => void, ms: number): Timer;
  setInterval(callback: () => void, ms: number): Timer;
  sleep(ms: number): Promise<void>;
}

function toTimer(timer: NodeJS.Timeout): Timer {
  return {
    // In Node, this also clears intervals.
    cancel: () => clearTimeout(timer),
    unref() {
      timer.unref();
      return this;
    },
  };
}

/** Clock and timers of the machine. */
export const realTime: Time = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  setTimeout: (callback, ms) => toTimer(setTimeout(callback, ms)),
  setInterval: (callback, ms) => toTimer(setInterval(callback, ms)),
  sleep: (ms) => sleep(ms),
};

/** Time after which no one waits for the answer, in milliseconds since the epoch. */
export type Deadline = number;

/** Time from a request's arrival at the gateway to its deadline. Clients wait at most this long for an answer. */
export const requestBudgetMs = 10_000;

/**
 * Time from an upload's arrival at the gateway to the end of its body. Handling it then takes at most
 * `requestBudgetMs`.
 */
export const uploadBudgetMs = 600_000;

/**
 * Time from the start of one piece of background work to its deadline. No transaction lasts longer (deploy/README.md).
 */
export const backgroundBudgetMs = 20_000;

/**
 * Time after which an unanswered database operation has failed. No operation starts after the deadline, but one may
 * still be running then.
 */
export const databaseTimeoutMs = 30_000;

/** Maximum duration of work with a deadline: its budget, plus a database operation that starts at its end. */
export const maxRequestMs = 60_000;

/** Largest expected difference between the clocks of two machines. */
export const clockSkewMs = 2_000;

/**
 * Time for which running requests and background work can still change a record. Includes the clock difference between
 * machines.
 */
export const requestLifetimeMs = maxRequestMs + clockSkewMs;

/** Time that each hop reserves, so that the callee can answer before the caller gives up. */
const hopMarginMs = 50;

/** Returns the deadline for a call made within other work: `budgetMs` from now, and before `outer`. */
export function deriveDeadline(budgetMs: number, outer?: Deadline): Deadline {
  const own = Date.now() + budgetMs;
  return outer === undefined ? own : Math.min(own, outer - hopMarginMs);
}

function tooLate(): Problem {
  return new Problem('SERVICE_UNAVAILABLE', 'The request could not be answered in time.', { retryAfter: 1 });
}

/** Throws SERVICE_UNAVAILABLE if the deadline has passed, so that no work starts when no one waits for it. */
export function assertBeforeDeadline(deadline: Deadline): void {
  if (Date.now() >= deadline) throw tooLate();
}

/**
 * Resolves to the result of the work, or rejects with SERVICE_UNAVAILABLE at the deadline. The work itself continues.
 */
export async function waitUntil<T>(deadline: Deadline, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(tooLate()), deadline - Date.now());
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** Minimum time for work after the deadline, such as releasing a claim. */
const minOperationMs = 1_000;

/**
 * Limits the time that the server spends on an operation. The limit is the time left until the request's deadline, but
 * at least a second and at most `databaseTimeoutMs`. After that, the server fails with MaxTimeMSExpired, which becomes
 * SERVICE_UNAVAILABLE.
 */
export function limitDatabaseTime(deadline?: Deadline): { readonly maxTimeMS: number } {
  const leftMs = deadline === undefined ? databaseTimeoutMs : deadline - Date.now();
  return { maxTimeMS: Math.min(Math.max(leftMs, minOperationMs), databaseTimeoutMs) };
}

export interface Backoff {
  /** Number of earlier attempts. At 0 the pause is `baseMs`. */
  readonly attempt: number;
  readonly baseMs: number;
  readonly capMs: number;
  /** Factor by which each pause grows. By default, 2. */
  readonly factor?: number;
  /** Whether the pause is randomized, so that clients that failed together don't retry together. */
  readonly jitter?: boolean;
}

/** Returns the milliseconds to wait before the next attempt. They grow exponentially up to a cap. */
export function backoff({ attempt, baseMs, capMs, factor = 2, jitter = false }: Backoff): number {
  const pauseMs = Math.min(baseMs * factor ** attempt, capMs);
  return jitter ? Math.random() * pauseMs : pauseMs;
}

/** Time for which polling stays frequent after work was found or announced. Most retries are due within this time. */
const activeMs = 30_000;

export interface PollingOptions {
  readonly look: () => void;
  /** Interval between polls while polling is frequent. */
  readonly intervalMs: number;
  /** Longest interval between polls without work. */
  readonly idleIntervalMs: number;
  readonly time?: Time;
}

/**
 * Polls a database for work. Polls often after the start and while there is work, and rarely after half a minute
 * without work. `wake` announces new work of this process. Work of a crashed process is found after the longer
 * interval.
 */
export class Polling {
  readonly #options: PollingOptions;
  readonly #time: Time;
  #activeUntil = 0;
  #lookedAt = 0;
  #timer: Timer | undefined;
  #isRunning = false;

  constructor(options: PollingOptions) {
    this.#options = options;
    this.#time = options.time ?? realTime;
  }

  /** Polls immediately, and then repeatedly. */
  start(): void {
    this.#isRunning = true;
    this.#activeUntil = this.#time.monotonic() + activeMs;
    this.#look();
  }

  /** Announces work: polls within the short interval, and often after that. */
  wake(): void {
    const now = this.#time.monotonic();
    const wasIdle = now >= this.#activeUntil;
    this.#activeUntil = now + activeMs;
    if (wasIdle && this.#isRunning) this.#schedule();
  }

  stop(): void {
    this.#isRunning = false;
    this.#timer?.cancel();
  }

  #look(): void {
    this.#lookedAt = this.#time.monotonic();
    this.#schedule();
    this.#options.look();
  }

  #schedule(): void {
    const now = this.#time.monotonic();
    const { intervalMs, idleIntervalMs } = this.#options;
    // Randomized, so that processes that started together don't always poll at the same moment.
    const waitMs = now < this.#activeUntil ? intervalMs : idleIntervalMs * (1 - Math.random() / 5);
    this.#timer?.cancel();
    this.#timer = this.#time.setTimeout(() => this.#look(), Math.max(0, this.#lookedAt + waitMs - now)).unref();
  }
}

/** Returns the delay of a `Retry-After` header (RFC 9110: seconds or a date); 0 when it is absent or malformed. */
export function parseRetryAfter(value: string | undefined, now: Date): number {
  const text = value?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? 0 : Math.max(0, at - now.getTime());
}
