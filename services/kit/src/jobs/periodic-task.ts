import type { Mode } from '../caller.js';
import { modes } from '../mongo/connect.js';
import type { Logger } from '../process/log.js';
import type { Lease } from './lease.js';

export interface PeriodicTaskOptions {
  /** Also the name of the lease that one replica at a time holds. */
  readonly name: string;
  /** Milliseconds from one round to the next; a round that takes longer delays the next one. */
  readonly intervalMs: number;
  readonly runtime: { readonly lease: Pick<Lease, 'hold'>; readonly log: Pick<Logger, 'warn'> };
  /**
   * One round in one mode. `shouldContinue` is asked before each step of it: false when the process stops, or when another replica
   * has taken over.
   */
  readonly run: (mode: Mode, shouldContinue: () => Promise<boolean>) => Promise<void>;
}

/** Background work that one replica of a service does at a time, again and again, from the start on. */
export class PeriodicTask {
  readonly name: string;
  readonly #options: PeriodicTaskOptions;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;
  #running: Promise<void> | null = null;

  constructor(options: PeriodicTaskOptions) {
    this.name = options.name;
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => this.#tick(), this.#options.intervalMs);
    this.#timer.unref();
    this.#tick();
  }

  #tick(): void {
    this.#running ??= this.run()
      .catch((error: unknown) =>
        this.#options.runtime.log.warn({ err: error, task: this.name }, 'periodic task failed'),
      )
      .finally(() => {
        this.#running = null;
      });
  }

  /** One round in both modes; rejects with what the work rejects with. */
  async run(): Promise<void> {
    for (const mode of modes) {
      const shouldContinue = async () => !this.#stopped && (await this.#options.runtime.lease.hold(mode, this.name));
      if (await shouldContinue()) await this.#options.run(mode, shouldContinue);
    }
  }

  /** No round begins any more; resolves when the running one is over. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.#running;
  }
}
