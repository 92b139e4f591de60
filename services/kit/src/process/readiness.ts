import { realTime, type Time, type Timer } from '../time.js';

const intervalMs = 5_000;
/** A process that was ready and is not for so many checks in a row exits: about half a minute. */
const maxMissed = 6;

export interface ReadinessOptions {
  /** Resolves to true when the stores answer, however late; may reject, and may never end. */
  readonly check: () => Promise<boolean>;
  /** Called once, when a process that was ready has not been for 30 seconds. */
  readonly onLost: () => void;
  readonly time?: Time;
}

/**
 * Whether a service can answer, for `/ready`; and a watch on the same check. A client library can lose its server for good,
 * and only a new process connects anew. The checks that failed are counted, not the time: a process that was stopped for a
 * minute is not lost. The count begins with the first success, and an answer counts although it is late.
 */
export class Readiness {
  readonly #options: ReadinessOptions;
  #isDraining = false;
  #missed: number | null = null;
  #timer: Timer | undefined;

  constructor(options: ReadinessOptions) {
    this.#options = options;
  }

  /** Whether the service can answer now; as slow as the check. */
  async isReady(): Promise<boolean> {
    if (this.#isDraining) return false;
    const isReady = await this.#options.check().catch(() => false);
    if (isReady) this.#missed = 0;
    return isReady && !this.#isDraining;
  }

  /** Begins to watch. */
  watch(): void {
    const { time = realTime } = this.#options;
    this.#timer = time.setInterval(() => this.#look(), intervalMs).unref();
    this.#look();
  }

  #look(): void {
    if (this.#missed !== null) this.#missed += 1;
    if (this.#missed !== null && this.#missed > maxMissed) {
      this.#timer?.cancel();
      this.#options.onLost();
    } else void this.isReady();
  }

  /** From now on the service is not ready, and that is meant. */
  drain(): void {
    this.#isDraining = true;
    this.#timer?.cancel();
  }
}
