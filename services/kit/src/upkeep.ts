import type { Mode } from './caller.js';
import type { Logger } from './log.js';
import { modes } from './mongo/connect.js';
import type { Lease } from './mongo/lease.js';

export interface UpkeepOptions {
  /** Also the name of the lease that one replica at a time holds. */
  readonly name: string;
  /** Milliseconds from one round to the next; a round that takes longer delays the next one. */
  readonly everyMs: number;
  readonly foundation: { readonly lease: Pick<Lease, 'hold'>; readonly log: Pick<Logger, 'warn'> };
  /**
   * One round in one mode. `goesOn` is asked before each step of it: false when the process stops, or when another replica
   * has taken over.
   */
  readonly work: (mode: Mode, goesOn: () => Promise<boolean>) => Promise<void>;
}

/** Background work that one replica of a service does at a time, again and again, from the start on. */
export class Upkeep {
  readonly name: string;
  readonly #options: UpkeepOptions;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;
  #running: Promise<void> | null = null;

  constructor(options: UpkeepOptions) {
    this.name = options.name;
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => this.#tick(), this.#options.everyMs);
    this.#timer.unref();
    this.#tick();
  }

  #tick(): void {
    this.#running ??= this.run()
      .catch((error: unknown) => this.#options.foundation.log.warn({ err: error, upkeep: this.name }, 'upkeep failed'))
      .finally(() => {
        this.#running = null;
      });
  }

  /** One round in both modes; rejects with what the work rejects with. */
  async run(): Promise<void> {
    for (const mode of modes) {
      const goesOn = async () => !this.#stopped && (await this.#options.foundation.lease.hold(mode, this.name));
      if (await goesOn()) await this.#options.work(mode, goesOn);
    }
  }

  /** No round begins any more; resolves when the running one is over. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.#running;
  }
}
