import { unavailable } from '@plotline/kit/errors';

/** Look-ups of one kind that may run at once, and how many may wait for that. */
export interface LookUpSlotsOptions {
  readonly maxRunning: number;
  readonly maxWaiting: number;
}

/** Bounds how many look-ups of one kind run at once; first come, first served. */
export class LookUpSlots {
  readonly #options: LookUpSlotsOptions;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(options: LookUpSlotsOptions) {
    this.#options = options;
  }

  /** Takes a slot: null when there is one, else a promise of one. Throws SERVICE_UNAVAILABLE when too many wait. */
  acquire(): Promise<void> | null {
    if (this.#running < this.#options.maxRunning) {
      this.#running += 1;
      return null;
    }
    if (this.#waiting.length >= this.#options.maxWaiting) {
      throw unavailable('Too many credentials are being checked at the moment.', undefined, 1);
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Hands the slot to the next that waits. */
  release(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#running -= 1;
  }
}
