import { realTime, type Time, type Timer } from './time.js';

/** The short interval is kept for so long after work was found or announced: what is repeated is mostly due within it. */
const activeMs = 30_000;

export interface PollingOptions {
  readonly look: () => void;
  /** From one look to the next at a time with work. */
  readonly intervalMs: number;
  /** The longest time from one look to the next without. */
  readonly idleIntervalMs: number;
  readonly time?: Time;
}

/**
 * Looks for work of a database: often after the start and while there is some, seldom when there has been none for half a minute. What
 * this process stores it announces with `wake`; what another process left by a crash waits for the longer interval.
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

  /** The first look is at once. */
  start(): void {
    this.#isRunning = true;
    this.#activeUntil = this.#time.monotonic() + activeMs;
    this.#look();
  }

  /** Tells that there is work: it is looked for within the short interval, and often from now on. */
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
    // Processes that have started together do not look at the same moment for ever.
    const waitMs = now < this.#activeUntil ? intervalMs : idleIntervalMs * (1 - Math.random() / 5);
    this.#timer?.cancel();
    this.#timer = this.#time.setTimeout(() => this.#look(), Math.max(0, this.#lookedAt + waitMs - now)).unref();
  }
}
