import { modes } from '@plotline/kit/mongo/connect';
import type { Context } from '../context.js';

const everyMs = 2_000;

/** Background work that keeps what waits to be folded into the tallies short; one replica at a time. */
export class TallyFold {
  readonly name = 'tally-fold';
  readonly #context: Pick<Context, 'tallies' | 'foundation'>;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;
  #running: Promise<void> | null = null;

  constructor(context: Pick<Context, 'tallies' | 'foundation'>) {
    this.#context = context;
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.#running ??= this.run()
        .catch((error: unknown) => this.#context.foundation.log.warn({ err: error }, 'tallies could not be folded'))
        .finally(() => {
          this.#running = null;
        });
    }, everyMs);
    this.#timer.unref();
  }

  /** Folds all that waits. */
  async run(): Promise<void> {
    const { tallies, foundation } = this.#context;
    for (const mode of modes) {
      if (!(await foundation.lease.hold(mode, this.name))) continue;
      while (!this.#stopped && (await tallies.fold(mode)) > 0) await foundation.lease.hold(mode, this.name);
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.#running;
  }
}
