import { unavailable } from './errors.js';
import { type Deadline, realTime, type Time } from './time.js';

/**
 * Reason of a refusal: the owner's share is used, the total is used, too many requests wait, or the wait was too long.
 */
export type Refusal = 'owner' | 'total' | 'queue' | 'late';

const unlimited = Number.POSITIVE_INFINITY;

/** All limits are unlimited by default. */
export interface LimiterOptions {
  /** Maximum in use at the same time, over all owners. */
  readonly max?: number;
  /** Maximum in use at the same time by one owner. */
  readonly perOwner?: number;
  /** Limits an owner to the amount that is still free, so that something is left for a new owner. */
  readonly keepsFree?: boolean;
  readonly maxWaiting?: number;
  readonly maxWaitMs?: number;
  /** Creates the error for a refusal. By default, SERVICE_UNAVAILABLE. */
  readonly refuse?: (refusal: Refusal) => Error;
  readonly time?: Pick<Time, 'now' | 'setTimeout'>;
}

const defaults: Required<LimiterOptions> = {
  max: unlimited,
  perOwner: unlimited,
  keepsFree: false,
  maxWaiting: unlimited,
  maxWaitMs: unlimited,
  refuse: (refusal) => unavailable('Too many requests at the same time. Try again.', refusal, 1),
  time: realTime,
};

/** Permission to use something until it is released. */
export interface Permit {
  /** Changes the amount in use. Throws the refusal when there isn't enough. Does nothing after the release. */
  resize(weight: number): void;
  /** Releases the permit. Can be called more than once. */
  release(): void;
}

interface Waiter {
  readonly weight: number;
  readonly begin: () => void;
}

/**
 * Limits the amount in use at the same time. Owners take turns. Requests by one owner are served in order of arrival.
 */
export class Limiter {
  readonly #options: Required<LimiterOptions>;
  readonly #used = new Map<string, number>();
  /** Waiting requests by owner. The owner that was served last is at the end. */
  readonly #queues = new Map<string, Set<Waiter>>();
  #inUse = 0;
  #waiting = 0;

  constructor(options: LimiterOptions) {
    this.#options = { ...defaults, ...options };
  }

  get inUse(): number {
    return this.#inUse;
  }

  get waiting(): number {
    return this.#waiting;
  }

  usedBy(owner: string): number {
    return this.#used.get(owner) ?? 0;
  }

  /** Returns whether `take` would get a permit now. */
  hasRoom(owner = '', weight = 1): boolean {
    return this.#findRefusal(owner, weight) === null;
  }

  /** Takes a permit immediately, or throws the refusal. */
  take(owner = '', weight = 1): Permit {
    const refusal = this.#findRefusal(owner, weight);
    if (refusal !== null) throw this.#options.refuse(refusal);
    return this.#createPermit(owner, weight);
  }

  /** Takes a permit immediately, without a promise, or waits for one. Throws or rejects with the refusal. */
  acquire(owner = '', weight = 1, deadline: Deadline = unlimited): Permit | Promise<Permit> {
    const { maxWaiting, maxWaitMs, refuse, time } = this.#options;
    // A request never overtakes an earlier request by the same owner.
    if (!this.#queues.has(owner) && !this.#findRefusal(owner, weight)) return this.#createPermit(owner, weight);
    if (this.#waiting >= maxWaiting) throw refuse('queue');
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.#leave(owner, waiter);
        reject(refuse('late'));
      };
      const waitMs = Math.min(maxWaitMs, deadline - time.now());
      const timer = waitMs === unlimited ? null : time.setTimeout(giveUp, waitMs);
      const begin = () => {
        timer?.cancel();
        resolve(this.#createPermit(owner, weight));
      };
      const waiter = { weight, begin };
      this.#waiting += 1;
      this.#queues.set(owner, (this.#queues.get(owner) ?? new Set()).add(waiter));
    });
  }

  /** Runs the task with a permit. Rejects if the task rejects, or with the refusal. */
  async run<T>(owner: string, task: () => Promise<T>, deadline?: Deadline): Promise<T> {
    const acquired = this.acquire(owner, 1, deadline);
    const permit = acquired instanceof Promise ? await acquired : acquired;
    try {
      return await task();
    } finally {
      permit.release();
    }
  }

  #findRefusal(owner: string, weight: number): Refusal | null {
    const { max, perOwner, keepsFree } = this.#options;
    const ofOwner = this.usedBy(owner) + weight;
    const free = max - this.#inUse;
    if (ofOwner > perOwner || (keepsFree && ofOwner > free)) return 'owner';
    return weight > free ? 'total' : null;
  }

  #createPermit(owner: string, weight: number): Permit {
    let own = 0;
    let isReleased = false;
    const change = (next: number) => {
      this.#change(owner, next - own);
      own = next;
    };
    change(weight);
    return {
      resize: (next) => {
        if (isReleased) return;
        const refusal = next > own ? this.#findRefusal(owner, next - own) : null;
        if (refusal !== null) throw this.#options.refuse(refusal);
        change(next);
      },
      release: () => {
        isReleased = true;
        change(0);
      },
    };
  }

  #change(owner: string, weight: number): void {
    const ofOwner = this.usedBy(owner) + weight;
    if (ofOwner > 0) this.#used.set(owner, ofOwner);
    else this.#used.delete(owner);
    this.#inUse += weight;
    if (weight < 0) this.#serveWaiting();
  }

  #leave(owner: string, waiter: Waiter): void {
    const queue = this.#queues.get(owner);
    if (!queue?.delete(waiter)) return;
    this.#waiting -= 1;
    if (queue.size === 0) this.#queues.delete(owner);
  }

  #serveWaiting(): void {
    for (const [owner, queue] of this.#queues) {
      const [first] = queue;
      if (!first || this.#findRefusal(owner, first.weight)) continue;
      this.#leave(owner, first);
      // Moves the owner to the end. The running loop visits the owner again there.
      if (this.#queues.delete(owner)) this.#queues.set(owner, queue);
      first.begin();
    }
  }
}
