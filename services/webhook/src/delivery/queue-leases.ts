import { randomUUID } from 'node:crypto';
import type { Mode } from '@plotline/kit/caller';
import type { Owned } from '@plotline/kit/mongo/collection';
import { modes } from '@plotline/kit/mongo/connect';
import type { Logger } from '@plotline/kit/process/log';
import type { Clock } from '@plotline/kit/process/runtime';
import type { EndpointQueue, EndpointQueues } from '../store/endpoint-queues.js';

/** The queues of a process that ended without a word can be claimed by another one after this. */
const leaseMs = 3_000;
/** Three renewals may fail or be late before a lease is lost. */
const renewIntervalMs = 750;

/** A queue that this process has claimed. */
export interface LeasedQueue {
  readonly mode: Mode;
  readonly queue: Owned<EndpointQueue>;
  /** Whether no other process can have claimed the queue. */
  isHeld(): boolean;
}

interface Held extends LeasedQueue {
  until: Date;
}

export interface QueueLeasesOptions {
  readonly queues: Pick<EndpointQueues, 'claim' | 'renew'>;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'warn'>;
}

/** Claims endpoint queues, and renews their leases until they are dropped. */
export class QueueLeases {
  readonly #options: QueueLeasesOptions;
  readonly #held = new Map<string, Held>();
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

  /** Claims the queue that has been due longest, of none of the workspaces in `except`; null when there is none. */
  async claim(mode: Mode, except: readonly string[]): Promise<LeasedQueue | null> {
    const { queues, clock } = this.#options;
    const lease = { holder: randomUUID(), until: this.#getExpiry() };
    const queue = await queues.claim(mode, lease, clock(), except);
    if (!queue) return null;
    const held: Held = { mode, queue, until: lease.until, isHeld: () => clock() < held.until };
    this.#held.set(lease.holder, held);
    return held;
  }

  /** Ends the renewals of a queue whose lease was given back. */
  drop({ queue }: LeasedQueue): void {
    if (queue.holder) this.#held.delete(queue.holder);
  }

  async #renewAll(): Promise<void> {
    if (this.#isRenewing) return;
    this.#isRenewing = true;
    try {
      for (const mode of modes) await this.#renew(mode);
    } catch (error) {
      this.#options.log.warn({ err: error }, 'the leases of endpoint queues could not be renewed');
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
