import { randomUUID } from 'node:crypto';
import type { Mode, Tenant } from '@plotline/kit/core/caller';
import type { Clock } from '@plotline/kit/core/time';
import { modes } from '@plotline/kit/store/connection/connect';
import type { Owned } from '@plotline/kit/store/records/records';
import type { Logger } from '@plotline/kit/telemetry/log';
import type { EndpointQueue } from '../store/endpoint-queue.js';
import type { EndpointQueues } from '../store/endpoint-queues.js';
import type { Slots } from './slots.js';

/** After this, another process can claim the queues of a process that crashed. */
const leaseMs = 3_000;
/** Three renewals may fail or be late before a lease is lost. */
const renewIntervalMs = 750;

/** Queue that this process has claimed. */
export interface LeasedQueue {
  readonly mode: Mode;
  readonly queue: Owned<EndpointQueue>;
  /** Returns whether no other process can have claimed the queue. */
  isHeld(): boolean;
}

interface Held extends LeasedQueue {
  until: Date;
}

export interface QueueLeasesOptions {
  readonly queues: Pick<EndpointQueues, 'findDue' | 'claim' | 'claimIdle' | 'renew'>;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'warn'>;
}

/** Claims endpoint queues, and renews their leases until they are dropped. */
export class QueueLeases {
  readonly #options: QueueLeasesOptions;
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

  #hold(mode: Mode, queue: Owned<EndpointQueue>, until: Date): LeasedQueue {
    const held: Held = { mode, queue, until, isHeld: () => this.#options.clock() < held.until };
    this.#held.set(held, held);
    return held;
  }

  /** Claims the queues that are due longest, as far as there are slots for them. */
  async claimDue(mode: Mode, slots: Slots): Promise<LeasedQueue[]> {
    const { queues, clock } = this.#options;
    const { served: except, onlyProven } = slots;
    const found = await queues.findDue(mode, clock(), slots.free, { except, onlyProven });
    const chosen = found.filter(({ workspace_id, pace }) => slots.take(workspace_id, pace?.failures === 0));
    const lease = { holder: randomUUID(), until: this.#getExpiry() };
    const ids = chosen.map(({ id }) => id);
    const claimed = await queues.claim(mode, ids, lease, clock());
    const inOrder = claimed.toSorted((one, next) => ids.indexOf(one.id) - ids.indexOf(next.id));
    return inOrder.map((queue) => this.#hold(mode, queue, lease.until));
  }

  /** Marks idle queues as due and claims them, as far as there are slots for them. */
  async claimIdle(
    { mode, workspaceId }: Tenant,
    ids: readonly string[],
    storedSince: Date,
    slots: Slots,
  ): Promise<LeasedQueue[]> {
    const { queues, clock } = this.#options;
    const { onlyProven } = slots;
    const chosen = ids.filter(() => slots.take(workspaceId, onlyProven));
    const lease = { holder: randomUUID(), until: this.#getExpiry() };
    const claimed = await queues.claimIdle({ mode, workspaceId }, chosen, lease, clock(), {
      storedSince,
      onlyProven,
    });
    return claimed.map((queue) => this.#hold(mode, { ...queue, workspace_id: workspaceId }, lease.until));
  }

  /** Ends the renewals of a queue whose lease was given back. */
  drop(leased: LeasedQueue): void {
    this.#held.delete(leased);
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
