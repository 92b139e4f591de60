import { modes } from '@plotline/kit/mongo/connect';
import type { Context } from '../context.js';
import { repairSale } from './repair-sale.js';

const everyMs = 3_000;
const batch = 50;

/** Background work that carries on sales and releases which a crash or a silent peer left behind; one replica at a time. */
export class SaleRepair {
  readonly name = 'sale-repair';
  readonly #context: Context;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;
  #running: Promise<void> | null = null;

  constructor(context: Context) {
    this.#context = context;
  }

  start(): void {
    this.#timer = setInterval(() => this.#tick(), everyMs);
    this.#timer.unref();
    this.#tick();
  }

  #tick(): void {
    this.#running ??= this.run()
      .catch((error: unknown) => this.#context.foundation.log.warn({ err: error }, 'sales could not be looked after'))
      .finally(() => {
        this.#running = null;
      });
  }

  /** Looks once at all that is due. */
  async run(): Promise<void> {
    const { sales, clock, foundation } = this.#context;
    for (const mode of modes) {
      if (!(await foundation.lease.hold(mode, this.name))) continue;
      for (const sale of await sales.due(mode, clock(), batch)) {
        if (this.#stopped) return;
        await repairSale(this.#context, mode, sale);
      }
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.#running;
  }
}
