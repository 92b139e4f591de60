import type { Logger } from 'pino';
import { realTime, type Time, type Timer } from '../core/time.js';

const intervalMs = 5_000;
/** Consecutive looks without an answer, about half a minute, before the cause is examined. */
const maxSilent = 6;
/**
 * Consecutive new clients that reached the database while the process's own got no answer. The driver won't recover by
 * then.
 */
const maxReached = 3;

/** State of the database that is watched. */
export interface WatchedDatabase {
  /** Whether the driver knows a server that accepts writes. */
  readonly isReady: boolean;
  /** Number of operations answered so far. */
  readonly answers: number;
  /** Sends an operation without waiting for its answer. */
  ping(): void;
  /** Whether a new client reaches the database. */
  isReachable(): Promise<boolean>;
}

export interface ReadinessOptions {
  readonly database: WatchedDatabase;
  /** Called once when the driver has lost a reachable database. */
  readonly onLost: () => void;
  readonly log: Logger;
  readonly time?: Time;
}

/**
 * Tells `/ready` whether a service can answer, and watches the driver.
 *
 * When the database is away, the service waits: the driver reconnects when it is back, and a new process could do no
 * more. But a driver can lose its server for good, which shows when new clients reach it again and again; then only a
 * new process helps. It counts looks instead of time, because a process that was paused for a minute has lost nothing.
 */
export class Readiness {
  readonly #options: ReadinessOptions;
  #isDraining = false;
  #answers = 0;
  #silent = 0;
  #reachableAttempts = 0;
  #isProbing = false;
  #timer: Timer | undefined;

  constructor(options: ReadinessOptions) {
    this.#options = options;
  }

  /** Whether the service can answer now. */
  isReady(): boolean {
    return !this.#isDraining && this.#options.database.isReady;
  }

  /** Starts to watch. */
  watch(): void {
    const { time = realTime } = this.#options;
    this.#timer = time.setInterval(() => void this.#look(), intervalMs).unref();
    this.#options.database.ping();
  }

  /** Makes the service report that it isn't ready, because it is stopping. */
  drain(): void {
    this.#isDraining = true;
    this.#timer?.cancel();
  }

  async #look(): Promise<void> {
    const { database, log, onLost } = this.#options;
    if (this.#hasAnswered()) {
      this.#silent = 0;
      this.#reachableAttempts = 0;
    } else this.#silent += 1;
    database.ping();
    if (this.#silent <= maxSilent || this.#isProbing) return;
    if (this.#silent === maxSilent + 1) log.warn('MongoDB does not answer, waiting');
    this.#isProbing = true;
    const isReachable = await database.isReachable();
    this.#isProbing = false;
    this.#reachableAttempts = isReachable ? this.#reachableAttempts + 1 : 0;
    if (this.#reachableAttempts < maxReached || this.#isDraining || this.#hasAnswered()) return;
    this.drain();
    onLost();
  }

  /** Whether there was an answer since the last call. */
  #hasAnswered(): boolean {
    const { answers } = this.#options.database;
    const hasAnswered = answers !== this.#answers;
    this.#answers = answers;
    return hasAnswered;
  }
}
