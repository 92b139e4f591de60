import { randomUUID } from 'node:crypto';
import type { Mode, Tenant } from '@plotline/kit/core/caller';
import { Limiter, type Permit } from '@plotline/kit/core/limiter';
import type { Clock } from '@plotline/kit/core/time';
import { modes } from '@plotline/kit/store/connection/connect';
import type { Owned } from '@plotline/kit/store/records/records';
import type { Logger } from '@plotline/kit/telemetry/log';
import type { EndpointQueue } from '../store/endpoint-queue.js';
import type { EndpointQueues } from '../store/endpoint-queues.js';

/** Time after which another process can claim the queues of a crashed process. */
const leaseMs = 3_000;
/** Three renewals may fail or be late before a lease is lost. */
const renewIntervalMs = 750;
/**
 * Maximum number of queues that are claimed together. Without a maximum, many queues that become due at the same time
 * would also start together.
 */
const maxClaimed = 20;
/**
 * Maximum number of queues that one process works on at the same time. Most of the queues wait for their receivers. A
 * workspace gets a fifth of the maximum, or as many queues as are free if that is less. So a new workspace finds room.
 */
const limits = { max: 1_000, perOwner: 200, keepsFree: true };

/** Queue that this process has claimed. */
export interface LeasedQueue {
  readonly mode: Mode;
  readonly queue: Owned<EndpointQueue>;
  /** Returns whether the lease is certain to be held, so that no other process has claimed the queue. */
  isHeld(): boolean;
}

interface Held extends LeasedQueue {
  readonly permit: Permit;
  until: Date;
}

export interface QueueLeasesOptions {
  readonly queues: Pick<EndpointQueues, 'findDue' | 'claim' | 'renew'>;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'warn'>;
}

/** Claims endpoint queues, and renews their leases until they are dropped. */
export class QueueLeases {
  readonly #options: QueueLeasesOptions;
  readonly #limiter = new Limiter(limits);
  readonly #held = new Map<LeasedQueue, Held>();
  #timer: NodeJS.Timeout | undefined;
  #isRenewing = false;

  constructor(options: QueueLeasesOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => void this.#renewAll(), renewIntervalMs);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #getExpiry(): Date {
    return new Date(this.#options.clock().getTime() + leaseMs);
  }

  /** Lists the workspaces that have their full share of the queues. */
  #listServed(): string[] {
    const workspaces = new Set([...this.#held.values()].map(({ queue }) => queue.workspace_id));
    return [...workspaces].filter((id) => !this.#limiter.hasRoom(id));
  }

  /** Claims the queues that are due longest, if their workspaces have room. */
  async claimDue(mode: Mode): Promise<LeasedQueue[]> {
    const { queues, clock } = this.#options;
    return this.#claim(mode, await queues.findDue(mode, clock(), maxClaimed, this.#listServed()));
  }

  /** Makes some queues of a workspace due, and claims the free ones if the workspace has room. */
  claim({ mode, workspaceId }: Tenant, ids: readonly string[]): Promise<LeasedQueue[]> {
    return this.#claim(
      mode,
      ids.slice(0, maxClaimed).map((id) => ({ id, workspace_id: workspaceId })),
    );
  }

  async #claim(mode: Mode, wanted: readonly Owned<{ readonly id: string }>[]): Promise<LeasedQueue[]> {
    const { queues, clock } = this.#options;
    const chosen = new Map<string, Permit>();
    for (const { id, workspace_id } of wanted) {
      if (this.#limiter.hasRoom(workspace_id)) chosen.set(id, this.#limiter.take(workspace_id));
    }
    const lease = { holder: randomUUID(), until: this.#getExpiry() };
    try {
      const claimed = await queues.claim(mode, [...chosen.keys()], lease, clock());
      return claimed.flatMap((queue) => {
        const permit = chosen.get(queue.id);
        if (!permit) return [];
        chosen.delete(queue.id);
        const held: Held = { mode, queue, permit, until: lease.until, isHeld: () => clock() < held.until };
        this.#held.set(held, held);
        return held;
      });
    } finally {
      for (const permit of chosen.values()) permit.release();
    }
  }

  /**
   * Stops renewing the lease of a released queue. Returns whether due queues may have been left unclaimed because their
   * workspace, or the process, had reached its maximum.
   */
  drop(leased: LeasedQueue): boolean {
    const held = this.#held.get(leased);
    const wasFull = !this.#limiter.hasRoom(leased.queue.workspace_id);
    this.#held.delete(leased);
    held?.permit.release();
    return wasFull;
  }

  async #renewAll(): Promise<void> {
    if (this.#isRenewing) return;
    this.#isRenewing = true;
    try {
      for (const mode of modes) await this.#renew(mode);
    } catch (error) {
      this.#options.log.warn({ err: error }, 'lease renewal failed');
    } finally {
      this.#isRenewing = false;
    }
  }

  async #renew(mode: Mode): Promise<void> {
    const leases = [...this.#held.values()].filter((held) => held.mode === mode && held.isHeld());
    if (leases.length === 0) return;
    const until = this.#getExpiry();
    const queues = leases.map(({ queue }) => queue);
    const renewed = await this.#options.queues.renew(mode, queues, until);
    for (const held of leases) if (renewed.has(held.queue.id)) held.until = until;
  }
}
