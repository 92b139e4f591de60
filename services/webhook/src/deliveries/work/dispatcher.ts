import { setMaxListeners } from 'node:events';
import type { Mode, Tenant } from '@plotline/kit/core/caller';
import { Polling } from '@plotline/kit/core/polling';
import { modes } from '@plotline/kit/store/connection/connect';
import type { StoredSubscription } from '../../subscriptions/model/subscription.js';
import type { DueWork } from '../model/due-work.js';
import { createAttemptDue } from './attempt-due.js';
import { createDeliveryWriter } from './delivery-writer.js';
import { DueReader } from './due-reader.js';
import type { DeliveryOptions } from './lease-term.js';
import { type LeasedQueue, QueueLeases } from './queue-leases.js';
import { QueueWorker, type QueueWorkerOptions } from './queue-worker.js';
import { Slots } from './slots.js';

/**
 * Polling intervals for due queues with and without work. Polling finds queues that another process left in a crash.
 */
const [pollIntervalMs, idlePollIntervalMs] = [500, 5_000];
/** No attempt begins later than this after the claim, so that long queues take turns with others. */
const termMs = 4_000;
/** Attempts in progress may continue for this long after `stop`, then they are aborted. */
const shutdownGraceMs = 2_500;

/** Queue that this process works on. */
interface Work<S extends StoredSubscription> {
  readonly leased: LeasedQueue;
  readonly worker: QueueWorker<S>;
  readonly workspaceId: string;
  readonly isProven: boolean;
  /** Revision of which the worker was notified. */
  revision: number;
  isWaiting: boolean;
  done: Promise<void>;
}

function toKey(mode: Mode, id: string): string {
  return `${mode} ${id}`;
}

/** Claims queues with due deliveries, on `wake` and at intervals, and works on them. */
export class Dispatcher<S extends StoredSubscription> {
  readonly name: string;
  readonly #options: DeliveryOptions<S>;
  readonly #workerOptions: QueueWorkerOptions<S>;
  readonly #leases: QueueLeases;
  readonly #running = new Set<Work<S>>();
  /** The same queues by mode and id. */
  readonly #byQueue = new Map<string, Work<S>>();
  /** Modes whose queues are being claimed. */
  readonly #claiming = new Set<Mode>();
  /** Modes whose queues are to be claimed once more. */
  readonly #woken = new Set<Mode>();
  /** Modes with queues that may be due and were left because no slot was free. */
  readonly #left = new Set<Mode>();
  readonly #abort = new AbortController();
  readonly #polling: Polling;
  #isStarted = false;
  #stopping = false;

  constructor(name: string, options: DeliveryOptions<S>) {
    this.name = name;
    this.#options = options;
    // Every attempt in progress listens. Node would report a leak at the eleventh listener.
    setMaxListeners(0, this.#abort.signal);
    const [reader, writer] = [new DueReader(options), createDeliveryWriter(options)];
    this.#workerOptions = { ...options, reader, writer, attemptDue: createAttemptDue(options) };
    this.#leases = new QueueLeases(options);
    this.#polling = new Polling({
      look: () => this.#look(),
      intervalMs: pollIntervalMs,
      idleIntervalMs: idlePollIntervalMs,
    });
  }

  start(): void {
    this.#leases.start();
    this.#isStarted = true;
    this.#polling.start();
  }

  #look(): void {
    if (this.#running.size > 0) this.#polling.wake();
    for (const mode of modes) this.#claimSoon(mode);
    void this.#notifyChanged();
  }

  /** Counts the queues that this process has leased. */
  countQueues(): { readonly working: number; readonly waiting: number } {
    const waiting = [...this.#running].filter(({ isWaiting }) => isWaiting).length;
    return { working: this.#running.size - waiting, waiting };
  }

  #isRunning(): boolean {
    return !this.#stopping && this.#isStarted;
  }

  /** Reports that queues of the mode may be due, such as those with these ids. */
  wake(mode: Mode, ids: readonly string[] = []): void {
    if (!this.#isRunning()) return;
    this.#polling.wake();
    for (const id of ids) this.#byQueue.get(toKey(mode, id))?.worker.notifyDue();
    this.#claimSoon(mode);
  }

  #claimSoon(mode: Mode): void {
    if (!this.#isRunning()) return;
    this.#woken.add(mode);
    if (this.#claiming.has(mode)) return;
    this.#claiming.add(mode);
    void this.#claimAll(mode);
  }

  /**
   * Starts work on the queues of these subscriptions, whose deliveries were just stored. The deliveries in `loading`
   * are attempted from memory if no others are due, which saves claiming and reading them. Queues that are not claimed
   * here are marked as due. `storedSince` is a time before they were stored.
   */
  async schedule(
    tenant: Tenant,
    ids: readonly string[],
    storedSince: Date,
    loading: Promise<ReadonlyMap<string, DueWork<S>>>,
  ): Promise<void> {
    const { mode } = tenant;
    const idle = this.#isRunning() ? ids.filter((id) => !this.#byQueue.has(toKey(mode, id))) : [];
    const claiming = this.#leases.claimIdle(tenant, idle, storedSince, new Slots(this.#running));
    const [claimed, loaded] = await Promise.allSettled([claiming, loading]);
    const known = loaded.status === 'fulfilled' ? loaded.value : new Map<string, DueWork<S>>();
    const left = new Set(ids);
    for (const leased of claimed.status === 'fulfilled' ? claimed.value : []) {
      this.#workOn(leased, known.get(leased.queue.id));
      left.delete(leased.queue.id);
    }
    for (const result of [claimed, loaded]) if (result.status === 'rejected') throw result.reason;
    for (const [id, due] of known) {
      if (left.has(id) && this.#byQueue.get(toKey(mode, id))?.worker.accept(due)) left.delete(id);
    }
    if (left.size === 0) return;
    await this.#options.queues.markDue(tenant, [...left], this.#options.clock());
    this.wake(mode, [...left]);
  }

  /** Notifies workers that wait for their receivers of queues that other processes have marked as due. */
  async #notifyChanged(): Promise<void> {
    try {
      for (const mode of modes) {
        const waiting = [...this.#running].filter(({ leased, isWaiting }) => isWaiting && leased.mode === mode);
        if (waiting.length === 0) continue;
        const ids = waiting.map(({ leased }) => leased.queue.id);
        for (const { id, revision } of await this.#options.queues.findRevisions(mode, ids)) {
          const work = this.#byQueue.get(toKey(mode, id));
          if (!work || work.revision === revision) continue;
          work.revision = revision;
          work.worker.notifyDue();
        }
      }
    } catch (error) {
      this.#options.log.warn({ err: error }, 'reading queue revisions failed');
    }
  }

  async #claimAll(mode: Mode): Promise<void> {
    try {
      while (this.#woken.delete(mode)) {
        while (await this.#claimDue(mode));
      }
    } catch (error) {
      this.#options.log.warn({ err: error, mode }, 'claiming due queues failed');
    } finally {
      this.#claiming.delete(mode);
    }
  }

  /** Claims queues and starts work on them. Returns false when there is none to claim. */
  async #claimDue(mode: Mode): Promise<boolean> {
    const slots = new Slots(this.#running);
    if (slots.isUnlimited) this.#left.delete(mode);
    else this.#left.add(mode);
    if (this.#stopping || slots.free === 0) return false;
    const claimed = await this.#leases.claimDue(mode, slots);
    for (const leased of claimed) this.#workOn(leased);
    return claimed.length > 0;
  }

  /** Starts work on a queue. For a queue that was idle, `due` has everything that is due. */
  #workOn(leased: LeasedQueue, due?: DueWork<S>): void {
    const { mode, queue } = leased;
    const { workspace_id: workspaceId, ...own } = queue;
    const setWaiting = (isWaiting: boolean) => {
      if (work.isWaiting === isWaiting) return;
      work.isWaiting = isWaiting;
      if (isWaiting) this.#wakeLeft();
    };
    const term = {
      until: new Date(this.#options.clock().getTime() + termMs),
      isHeld: leased.isHeld,
      signal: this.#abort.signal,
      isStopping: () => this.#stopping,
      setWaiting,
    };
    const worker = new QueueWorker(this.#workerOptions, { workspaceId, mode }, own, term, due !== undefined);
    const work: Work<S> = {
      leased,
      worker,
      workspaceId,
      isProven: queue.pace?.failures === 0,
      revision: queue.revision,
      isWaiting: false,
      done: Promise.resolve(),
    };
    this.#running.add(work);
    this.#polling.wake();
    const key = toKey(mode, queue.id);
    this.#byQueue.set(key, work);
    if (due && !worker.accept(due)) worker.notifyDue();
    work.done = this.#run(work).finally(() => {
      this.#leases.drop(leased);
      this.#running.delete(work);
      // The lease may have been lost, and the queue claimed again.
      if (this.#byQueue.get(key) === work) this.#byQueue.delete(key);
      this.#wakeLeft();
    });
  }

  /** Runs after a slot has become free. */
  #wakeLeft(): void {
    for (const mode of this.#left) this.wake(mode);
  }

  async #run({ leased, worker }: Work<S>): Promise<void> {
    try {
      if ((await worker.run()) === 'due') this.#left.add(leased.mode);
    } catch (error) {
      // The lease expires, and the next holder repeats the attempts that were not recorded.
      this.#options.log.error({ err: error, queue: leased.queue.id }, 'deliveries interrupted');
    }
  }

  /** Starts no further attempt, and waits for attempts in progress until the grace period ends. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#polling.stop();
    const timer = setTimeout(() => this.#abort.abort(), shutdownGraceMs);
    await Promise.all([...this.#running].map(({ done }) => done));
    clearTimeout(timer);
    this.#leases.stop();
  }
}
