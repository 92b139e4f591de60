import { Turns } from './turns.js';
import { WorkspaceShares } from './workspace-shares.js';

export interface HostSlotsOptions {
  /** Concurrent requests of this process to one host. One workspace may use half of them. */
  readonly limit: number;
  readonly maxWaitMs: number;
}

/** Request that is to be sent. */
interface Wanted {
  readonly workspaceId: string;
  /** All addresses of its host. */
  readonly keys: readonly string[];
}

/**
 * Limits concurrent requests to one host, however many endpoints name it. Workspaces share the limit. Waiting requests
 * take turns.
 */
export class HostSlots {
  readonly #limit: number;
  readonly #hosts = new Map<string, WorkspaceShares>();
  readonly #turns: Turns<Wanted>;

  constructor({ limit, maxWaitMs }: HostSlotsOptions) {
    this.#limit = limit;
    const message = 'Too many requests to the host of the receiver are under way.';
    this.#turns = new Turns({ maxWaitMs, message });
  }

  #getShares(key: string): WorkspaceShares {
    return this.#hosts.get(key) ?? new WorkspaceShares({ max: this.#limit });
  }

  /** Returns false when no slot is free. */
  #take({ workspaceId, keys }: Wanted): boolean {
    const hosts = keys.map((key) => [key, this.#getShares(key)] as const);
    if (!hosts.every(([, shares]) => shares.has(workspaceId, 1))) return false;
    for (const [key, shares] of hosts) {
      shares.take(workspaceId, 1);
      this.#hosts.set(key, shares);
    }
    return true;
  }

  #release({ workspaceId, keys }: Wanted): void {
    for (const key of keys) {
      const shares = this.#getShares(key);
      shares.giveBack(workspaceId, 1);
      if (shares.isUntouched) this.#hosts.delete(key);
    }
    this.#turns.goOn((waiting) => this.#take(waiting));
  }

  /** Does work that counts for all addresses of a host. Rejects with Busy when its turn does not come in time. */
  async run<T>(workspaceId: string, keys: readonly string[], work: () => Promise<T>): Promise<T> {
    const wanted = { workspaceId, keys };
    if (!this.#take(wanted)) await this.#turns.wait(wanted);
    try {
      return await work();
    } finally {
      this.#release(wanted);
    }
  }
}
