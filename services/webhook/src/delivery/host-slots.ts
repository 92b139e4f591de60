import { Turns } from './turns.js';

export interface HostSlotsOptions {
  /** Requests of this process that may be under way to one host. */
  readonly limit: number;
  readonly maxWaitMs: number;
}

/** Bounds the requests under way to one host, however many endpoints name it. Those that wait take turns. */
export class HostSlots {
  readonly #limit: number;
  readonly #counts = new Map<string, number>();
  readonly #turns: Turns<readonly string[]>;

  constructor({ limit, maxWaitMs }: HostSlotsOptions) {
    this.#limit = limit;
    const message = 'Too many requests to the host of the receiver are under way.';
    this.#turns = new Turns({ maxWaitMs, message });
  }

  #add(keys: readonly string[], change: number): void {
    for (const key of keys) {
      const count = (this.#counts.get(key) ?? 0) + change;
      if (count > 0) this.#counts.set(key, count);
      else this.#counts.delete(key);
    }
  }

  /** False when none is free. */
  #take(keys: readonly string[]): boolean {
    if (keys.some((key) => (this.#counts.get(key) ?? 0) >= this.#limit)) return false;
    this.#add(keys, 1);
    return true;
  }

  /** Does work that counts for all addresses of a host. Rejects with Busy when its turn does not come in time. */
  async run<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
    if (!this.#take(keys)) await this.#turns.wait(keys);
    try {
      return await work();
    } finally {
      this.#add(keys, -1);
      this.#turns.goOn((waiting) => this.#take(waiting));
    }
  }
}
