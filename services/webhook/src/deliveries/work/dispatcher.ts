import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Mode, Tenant } from '@plotline/kit/core/caller';
import { Polling } from '@plotline/kit/core/time';
import { modes } from '@plotline/kit/store/connection/connect';
import type { StoredSubscription } from '../../subscriptions/model/subscription.js';
import { createAttemptDue } from './attempt-due.js';
import { createDeliveryWriter } from './delivery-writer.js';
import { DueReader } from './due-reader.js';
import type { DeliveryOptions } from './lease-term.js';
import { type LeasedQueue, QueueLeases } from './queue-leases.js';
import { QueueWorker, type QueueWorkerOptions } from './queue-worker.js';

/** Polling intervals for due queues, with and without work. Polling finds queues that a crashed process left. */
const [pollIntervalMs, idlePollIntervalMs] = [500, 5_000];
/**
 * Pause between two claims of due queues. Queues whose receivers hang become due together, and the pause lets new
 * events get their turn in between.
 */
const claimPauseMs = 50;
/** Time after the claim during which attempts may begin, so that long queues take turns with others. */
const termMs = 4_000;
/** Time for which attempts in progress may continue after `stop`. Then they are aborted. */
const shutdownGraceMs = 2_500;

/** Queue that this process works on. */
interface Work<S extends StoredSubscription> {
  readonly leased: LeasedQueue;
  readonly worker: QueueWorker<S>;
  /** Latest revision that the worker was notified about. */
  revision: number;
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
  /** Queues that this process works on, by mode and id. */
  readonly #byQueue = new Map<string, Work<S>>();
  /** Modes in which queues are being claimed. */
  readonly #claiming = new Set<Mode>();
  /** Modes in which queues must be claimed once more. */
  readonly #woken = new Set<Mode>();
  readonly #abort = new AbortController();
  readonly #polling: Polling;
  #isStarted = false;
  #stopping = false;

  constructor(name: string, options: DeliveryOptions<S>) {
    this.name = name;
    this.#options = options;
    // Every attempt in progress adds a listener. Without this line, Node would report a leak at the eleventh.
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
  countQueues(): number {
    return this.#running.size;
  }

  #isRunning(): boolean {
    return !this.#stopping && this.#isStarted;
  }

  /** Reports that queues of the mode may be due, for example those with these ids. */
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
   * Claims some queues of these subscriptions while their deliveries are being stored. Works on the claimed queues
   * after that, and marks the other queues as due. Rejects with the error of `storing`.
   * @param eventIds events of the deliveries.
   */
  async schedule(
    tenant: Tenant,
    ids: readonly string[],
    eventIds: readonly string[],
    storing: Promise<unknown>,
  ): Promise<void> {
    const { mode } = tenant;
    const free = this.#isRunning() ? ids.filter((id) => !this.#byQueue.has(toKey(mode, id))) : [];
    const [claimed, stored] = await Promise.allSettled([this.#leases.claim(tenant, free), storing]);
    const left = new Set(ids);
    for (const leased of claimed.status === 'fulfilled' ? claimed.value : []) {
      this.#workOn(leased, eventIds);
      left.delete(leased.queue.id);
    }
    for (const result of [claimed, stored]) if (result.status === 'rejected') throw result.reason;
    if (left.size === 0) return;
    await this.#options.queues.markDue(tenant, [...left], this.#options.clock());
    this.wake(mode, [...left]);
  }

  /**
   * Notifies workers about queues that other processes have marked as due. The workers may be waiting for their
   * receivers.
   */
  async #notifyChanged(): Promise<void> {
    try {
      for (const mode of modes) {
        const ids = [...this.#running].flatMap(({ leased }) => (leased.mode === mode ? leased.queue.id : []));
        if (ids.length === 0) continue;
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
        while (await this.#claimDue(mode)) await sleep(claimPauseMs);
      }
    } catch (error) {
      this.#options.log.warn({ err: error, mode }, 'claiming due queues failed');
    } finally {
      this.#claiming.delete(mode);
    }
  }

  /** Claims queues and starts work on them. Returns false when there is none to claim. */
  async #claimDue(mode: Mode): Promise<boolean> {
    if (this.#stopping) return false;
    const claimed = await this.#leases.claimDue(mode);
    for (const leased of claimed) this.#workOn(leased);
    return claimed.length > 0;
  }

  #workOn(leased: LeasedQueue, planned: readonly string[] = []): void {
    const { mode, queue } = leased;
    const { workspace_id: workspaceId, ...own } = queue;
    const term = {
      until: new Date(this.#options.clock().getTime() + termMs),
      isHeld: leased.isHeld,
      signal: this.#abort.signal,
      isStopping: () => this.#stopping,
    };
    const worker = new QueueWorker(this.#workerOptions, { workspaceId, mode }, own, term, planned);
    const work: Work<S> = { leased, worker, revision: queue.revision, done: Promise.resolve() };
    this.#running.add(work);
    this.#polling.wake();
    const key = toKey(mode, queue.id);
    this.#byQueue.set(key, work);
    work.done = this.#run(work).finally(() => {
      this.#running.delete(work);
      // The lease may have been lost, and the queue may have been claimed again.
      if (this.#byQueue.get(key) === work) this.#byQueue.delete(key);
      // Both modes share the maximum number of queues.
      if (this.#leases.drop(leased)) for (const one of modes) this.wake(one);
    });
  }

  async #run({ leased, worker }: Work<S>): Promise<void> {
    try {
      if ((await worker.run()) === 'due') this.wake(leased.mode);
    } catch (error) {
      // The lease expires, and the next holder repeats the attempts that were not recorded.
      const { queue, mode } = leased;
      const fields = { err: error, queue: queue.id, workspace_id: queue.workspace_id, mode };
      this.#options.log.error(fields, 'deliveries interrupted');
    }
  }

  /** Starts no more attempts, and waits for attempts in progress until the grace period ends. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#polling.stop();
    const timer = setTimeout(() => this.#abort.abort(), shutdownGraceMs);
    await Promise.all([...this.#running].map(({ done }) => done));
    clearTimeout(timer);
    this.#leases.stop();
  }
}
