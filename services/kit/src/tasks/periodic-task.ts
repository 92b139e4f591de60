import type { Mode } from '../core/caller.js';
import { Polling } from '../core/polling.js';
import type { Time } from '../core/time.js';
import { modes } from '../store/connection/connect.js';
import type { Lease } from '../store/lease.js';
import type { Logger } from '../telemetry/log.js';

export interface PeriodicTaskOptions {
  /** Also the name of the lease that one replica at a time holds. */
  readonly name: string;
  /** Milliseconds from one round to the next; a round that takes longer delays the next one of its mode. */
  readonly intervalMs: number;
  /** The interval of a task that has had no work for half a minute; as long as the other unless given. */
  readonly idleIntervalMs?: number;
  /** Whether there is work in a mode, which is asked before the lease is acquired; there always is unless given. */
  readonly isDue?: (mode: Mode) => Promise<boolean>;
  readonly time?: Time;
  readonly runtime: { readonly lease: Pick<Lease, 'acquire'>; readonly log: Pick<Logger, 'warn'> };
  /**
   * One round in one mode. It calls `shouldContinue` before each step: false when the process stops, or when another replica
   * holds the lease.
   */
  readonly run: (mode: Mode, shouldContinue: () => Promise<boolean>) => Promise<void>;
}

/**
 * Background work that one replica of a service at a time repeats, from the start of the service on. The modes do not wait
 * for each other: one with more work than can be done delays its own rounds only.
 */
export class PeriodicTask {
  readonly name: string;
  readonly #options: PeriodicTaskOptions;
  readonly #running = new Map<Mode, Promise<void>>();
  readonly #polling: Polling;
  #isStopped = false;

  constructor(options: PeriodicTaskOptions) {
    this.name = options.name;
    this.#options = options;
    const { intervalMs, idleIntervalMs = intervalMs, time } = options;
    this.#polling = new Polling({ intervalMs, idleIntervalMs, look: () => this.#tick(), ...(time && { time }) });
  }

  /** The first round begins at once. */
  start(): void {
    this.#polling.start();
  }

  /** Tells that there is work, or soon will be. */
  wake(): void {
    this.#polling.wake();
  }

  #tick(): void {
    for (const mode of modes) {
      if (this.#running.has(mode)) continue;
      const round = this.#runRound(mode)
        .catch((error: unknown) =>
          this.#options.runtime.log.warn({ err: error, task: this.name, mode }, 'periodic task failed'),
        )
        .finally(() => this.#running.delete(mode));
      this.#running.set(mode, round);
    }
  }

  async #runRound(mode: Mode): Promise<void> {
    const { isDue } = this.#options;
    if (isDue && !(await isDue(mode))) return;
    this.wake();
    const shouldContinue = async () => !this.#isStopped && (await this.#options.runtime.lease.acquire(mode, this.name));
    if (await shouldContinue()) await this.#options.run(mode, shouldContinue);
  }

  /** One round in each mode, one after the other; rejects with what the work rejects with. */
  async run(): Promise<void> {
    for (const mode of modes) await this.#runRound(mode);
  }

  /** Begins no further round; resolves when the running ones are over. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#polling.stop();
    await Promise.all(this.#running.values());
  }
}
