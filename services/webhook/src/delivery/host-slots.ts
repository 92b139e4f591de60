import { Problem } from '@plotline/kit/errors';

/** Too many requests to the host were under way for too long. None was sent, so there is nothing to record. */
export class HostBusy extends Problem {
  constructor() {
    super('SERVICE_UNAVAILABLE', 'Too many requests to the host of the receiver are under way.', { retryAfter: 1 });
  }
}

export interface HostSlotsOptions {
  /** Requests of this process that may be under way to one host. */
  readonly limit: number;
  readonly maxWaitMs: number;
}

interface Waiting {
  readonly keys: readonly string[];
  readonly begin: () => void;
}

/** Bounds the requests under way to one host, however many endpoints name it. Those that wait take turns. */
export class HostSlots {
  readonly #options: HostSlotsOptions;
  readonly #counts = new Map<string, number>();
  readonly #waiting = new Set<Waiting>();

  constructor(options: HostSlotsOptions) {
    this.#options = options;
  }

  #isFree(keys: readonly string[]): boolean {
    return keys.every((key) => (this.#counts.get(key) ?? 0) < this.#options.limit);
  }

  #add(keys: readonly string[], change: number): void {
    for (const key of keys) {
      const count = (this.#counts.get(key) ?? 0) + change;
      if (count > 0) this.#counts.set(key, count);
      else this.#counts.delete(key);
    }
  }

  #release(keys: readonly string[]): void {
    this.#add(keys, -1);
    for (const waiting of this.#waiting) {
      if (!this.#isFree(waiting.keys)) continue;
      this.#waiting.delete(waiting);
      this.#add(waiting.keys, 1);
      waiting.begin();
    }
  }

  #wait(keys: readonly string[]): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.#waiting.delete(waiting);
        reject(new HostBusy());
      };
      const timer = setTimeout(giveUp, this.#options.maxWaitMs);
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      const waiting: Waiting = { keys, begin };
      this.#waiting.add(waiting);
    });
  }

  /** Does work that counts for all addresses of a host. Rejects with HostBusy when its turn does not come in time. */
  async run<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
    if (this.#isFree(keys)) this.#add(keys, 1);
    else await this.#wait(keys);
    try {
      return await work();
    } finally {
      this.#release(keys);
    }
  }
}
