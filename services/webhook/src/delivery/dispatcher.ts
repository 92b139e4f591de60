import type { Mode } from '@plotline/kit/caller';
import { modes } from '@plotline/kit/mongo/connect';
import type { DeliveryOptions } from './lease-term.js';
import { type LeasedQueue, QueueLeases } from './queue-leases.js';
import { workOnQueue } from './queue-worker.js';
import { Signal } from './signal.js';

/** Slots: queues that one process works on at once. Those that wait for their receivers do not count, up to a number. */
const maxWorking = 100;
const maxWaiting = 900;
/** Of the slots, and of all queues, for one workspace. */
const workspaceShare = 0.2;
const pollIntervalMs = 500;
/** No attempt begins later than this after the claim, so that long queues take turns with others. */
const termMs = 4_000;
/** Attempts under way may go on this long after `stop`; then they are aborted. */
const shutdownGraceMs = 2_500;

/** A queue that this process works on. */
interface Work {
  readonly leased: LeasedQueue;
  readonly changed: Signal;
  /** That the worker was told of. */
  revision: number;
  isWaiting: boolean;
  done: Promise<void>;
}

/** Claims queues with due deliveries, when `wake` is called and every half second, and works on them. */
export class Dispatcher {
  readonly name = 'deliveries';
  readonly #options: DeliveryOptions;
  readonly #leases: QueueLeases;
  readonly #running = new Set<Work>();
  /** The same by mode and id of the queue. */
  readonly #byQueue = new Map<string, Work>();
  /** Modes whose queues are being claimed. */
  readonly #claiming = new Set<Mode>();
  /** Modes whose queues are to be claimed once more. */
  readonly #woken = new Set<Mode>();
  readonly #abort = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #stopping = false;

  constructor(options: DeliveryOptions) {
    this.#options = options;
    this.#leases = new QueueLeases(options);
  }

  start(): void {
    this.#leases.start();
    this.#timer = setInterval(() => {
      this.#wakeAll();
      void this.#notifyChanged();
    }, pollIntervalMs);
    this.#wakeAll();
  }

  #wakeAll(): void {
    for (const mode of modes) this.wake(mode);
  }

  /** Tells that queues of that mode may be due, such as those with these ids. */
  wake(mode: Mode, ids: readonly string[] = []): void {
    if (this.#stopping || this.#timer === undefined) return;
    for (const id of ids) this.#byQueue.get(`${mode} ${id}`)?.changed.notify();
    this.#woken.add(mode);
    if (this.#claiming.has(mode)) return;
    this.#claiming.add(mode);
    void this.#claimAll(mode);
  }

  /** Tells workers that wait for their receivers what other processes have marked as due. */
  async #notifyChanged(): Promise<void> {
    try {
      for (const mode of modes) {
        const waiting = [...this.#running].filter(({ leased, isWaiting }) => isWaiting && leased.mode === mode);
        if (waiting.length === 0) continue;
        const ids = waiting.map(({ leased }) => leased.queue.id);
        for (const { id, revision } of await this.#options.queues.findRevisions(mode, ids)) {
          const work = this.#byQueue.get(`${mode} ${id}`);
          if (!work || work.revision === revision) continue;
          work.revision = revision;
          work.changed.notify();
        }
      }
    } catch (error) {
      this.#options.log.warn({ err: error }, 'queues that are worked on could not be read');
    }
  }

  #countFree(): number {
    const works = [...this.#running];
    const waiting = works.filter(({ isWaiting }) => isWaiting).length;
    return maxWorking - (works.length - Math.min(waiting, maxWaiting));
  }

  async #claimAll(mode: Mode): Promise<void> {
    try {
      while (this.#woken.delete(mode)) {
        while (!this.#stopping && this.#countFree() > 0 && (await this.#claimNext(mode)));
      }
    } catch (error) {
      this.#options.log.warn({ err: error, mode }, 'due deliveries could not be looked for');
    } finally {
      this.#claiming.delete(mode);
    }
  }

  /**
   * The workspaces that have their share: a fifth of the slots, or as many as are free, so that there is a free one for a workspace
   * that comes new; and a fifth of all queues, those that wait included.
   */
  #listServed(): string[] {
    const counts = new Map<string, { working: number; all: number }>();
    for (const { leased, isWaiting } of this.#running) {
      const { workspace_id } = leased.queue;
      const count = counts.get(workspace_id) ?? { working: 0, all: 0 };
      counts.set(workspace_id, { working: count.working + (isWaiting ? 0 : 1), all: count.all + 1 });
    }
    const share = Math.min(this.#countFree(), maxWorking * workspaceShare);
    const maxAll = (maxWorking + maxWaiting) * workspaceShare;
    return [...counts].filter(([, { working, all }]) => working >= share || all >= maxAll).map(([id]) => id);
  }

  /** Claims one queue and starts to work on it. False when there is none to claim. */
  async #claimNext(mode: Mode): Promise<boolean> {
    const leased = await this.#leases.claim(mode, this.#listServed());
    if (!leased) return false;
    const key = `${mode} ${leased.queue.id}`;
    const work: Work = {
      leased,
      changed: new Signal(),
      revision: leased.queue.revision,
      isWaiting: false,
      done: Promise.resolve(),
    };
    this.#running.add(work);
    this.#byQueue.set(key, work);
    work.done = this.#workOn(work).finally(() => {
      this.#leases.drop(leased);
      this.#running.delete(work);
      // The lease may have been lost, and the queue claimed again.
      if (this.#byQueue.get(key) === work) this.#byQueue.delete(key);
      this.#wakeAll();
    });
    return true;
  }

  async #workOn(work: Work): Promise<void> {
    const { leased, changed } = work;
    const { workspace_id, ...queue } = leased.queue;
    const term = {
      until: new Date(this.#options.clock().getTime() + termMs),
      isHeld: leased.isHeld,
      signal: this.#abort.signal,
      isStopping: () => this.#stopping,
      changed,
      setWaiting: (isWaiting: boolean) => {
        if (work.isWaiting === isWaiting) return;
        work.isWaiting = isWaiting;
        if (isWaiting) this.wake(leased.mode);
      },
    };
    try {
      await workOnQueue(this.#options, { workspaceId: workspace_id, mode: leased.mode }, queue, term);
    } catch (error) {
      // The lease expires, and the next holder repeats the attempts that were not recorded.
      this.#options.log.error({ err: error, webhook: queue.id }, 'deliveries were interrupted');
    }
  }

  /** Starts no further attempt, and waits for those under way until the grace period ends. */
  async stop(): Promise<void> {
    this.#stopping = true;
    clearInterval(this.#timer);
    const timer = setTimeout(() => this.#abort.abort(), shutdownGraceMs);
    await Promise.all([...this.#running].map(({ done }) => done));
    clearTimeout(timer);
    this.#leases.stop();
  }
}
