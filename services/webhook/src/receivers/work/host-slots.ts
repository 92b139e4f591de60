import { Limiter, type Permit } from '@plotline/kit/core/limiter';
import { Busy } from '../../deliveries/model/attempt-errors.js';

export interface HostSlotsOptions {
  /** Maximum number of concurrent requests of this process to one host. One workspace may use half of them. */
  readonly limit: number;
  readonly maxWaitMs: number;
}

const refuse = () => new Busy("Too many requests to the receiver's host are in progress.");

/**
 * Limits the simultaneous requests to one host, even from several endpoints. Workspaces share the limit and take turns.
 */
export class HostSlots {
  readonly #options: HostSlotsOptions;
  readonly #byAddress = new Map<string, Limiter>();

  constructor(options: HostSlotsOptions) {
    this.#options = options;
  }

  /**
   * Runs work that counts towards the limit of all addresses of a host. Rejects with Busy if its turn doesn't come in
   * time.
   */
  async run<T>(workspaceId: string, addresses: readonly string[], work: () => Promise<T>): Promise<T> {
    const deadline = Date.now() + this.#options.maxWaitMs;
    const permits: Permit[] = [];
    try {
      // The addresses are sorted, so that no two requests wait for each other.
      for (const address of new Set(addresses.toSorted())) {
        const acquired = this.#getLimiter(address).acquire(workspaceId, 1, deadline);
        permits.push(acquired instanceof Promise ? await acquired : acquired);
      }
      return await work();
    } finally {
      for (const permit of permits) permit.release();
      this.#forgetIdle(addresses);
    }
  }

  #getLimiter(address: string): Limiter {
    const present = this.#byAddress.get(address);
    if (present) return present;
    const created = new Limiter({ max: this.#options.limit, keepsFree: true, refuse });
    this.#byAddress.set(address, created);
    return created;
  }

  #forgetIdle(addresses: readonly string[]): void {
    for (const address of addresses) {
      const limiter = this.#byAddress.get(address);
      if (limiter?.inUse === 0 && limiter.waiting === 0) this.#byAddress.delete(address);
    }
  }
}
