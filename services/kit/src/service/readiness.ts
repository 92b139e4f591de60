import type { Logger } from 'pino';
import { realTime, type Time, type Timer } from '../core/time.js';

const intervalMs = 5_000;
/** So many looks in a row without an answer, about half a minute, and it is found out whose fault that is. */
const maxSilent = 6;
/** So many new clients in a row have reached the database while the process's own got no answer: the driver will not recover. */
const maxReached = 3;

/** What is watched of the database. */
export interface WatchedDatabase {
  /** Whether a server is known that takes writes. */
  readonly isReady: boolean;
  /** How many operations were answered so far. */
  readonly answers: number;
  /** Asks for an answer, and waits for none. */
  ping(): void;
  /** Whether a new client reaches the database. */
  isReachable(): Promise<boolean>;
}

export interface ReadinessOptions {
  readonly database: WatchedDatabase;
  /** Called once, when the driver has lost a database that can be reached. */
  readonly onLost: () => void;
  readonly log: Logger;
  readonly time?: Time;
}

/**
 * Whether a service can answer, for `/ready`; and a watch on the driver. A database that is away is waited for: the driver connects
 * again when it is back, and a new process would do no more. But a driver can lose its server for good, which shows when a new
 * client reaches it again and again; only a new process helps then. Looks are counted, not time: a process that was stopped for a
 * minute has lost nothing.
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

  /** Begins to watch. */
  watch(): void {
    const { time = realTime } = this.#options;
    this.#timer = time.setInterval(() => void this.#look(), intervalMs).unref();
    this.#options.database.ping();
  }

  /** From now on the service is not ready, and that is meant. */
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
    if (this.#silent === maxSilent + 1) log.warn('MongoDB does not answer; waiting for it');
    this.#isProbing = true;
    const isReachable = await database.isReachable();
    this.#isProbing = false;
    this.#reachableAttempts = isReachable ? this.#reachableAttempts + 1 : 0;
    if (this.#reachableAttempts < maxReached || this.#isDraining || this.#hasAnswered()) return;
    this.drain();
    onLost();
  }

  /** Whether there was an answer since this was last asked. */
  #hasAnswered(): boolean {
    const { answers } = this.#options.database;
    const hasAnswered = answers !== this.#answers;
    this.#answers = answers;
    return hasAnswered;
  }
}
