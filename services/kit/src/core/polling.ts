import { realTime, type Time, type Timer } from './time.js';

/** How long polling stays frequent after work was found or announced, because most retries are due within this time. */
const activeMs = 30_000;

export interface PollingOptions {
  readonly look: () => void;
  /** Interval between polls while there is work. */
  readonly intervalMs: number;
  /** Longest interval between polls without work. */
  readonly idleIntervalMs: number;
  readonly time?: Time;
}

/**
 * Polls a database for work: often after the start and while there is work, seldom after half a minute without any.
 * This process announces new work with `wake`; work that another process left in a crash waits for the longer interval.
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

  /** Polls at once, and then repeatedly. */
  start(): void {
    this.#isRunning = true;
    this.#activeUntil = this.#time.monotonic() + activeMs;
    this.#look();
  }

  /** Announces work: polls within the short interval, and often from now on. */
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
    // Randomized, so that processes which started together don't poll at the same moment forever.
    const waitMs = now < this.#activeUntil ? intervalMs : idleIntervalMs * (1 - Math.random() / 5);
    this.#timer?.cancel();
    this.#timer = this.#time.setTimeout(() => this.#look(), Math.max(0, this.#lookedAt + waitMs - now)).unref();
  }
}
