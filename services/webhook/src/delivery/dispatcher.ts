import type { Mode } from '@plotline/kit/caller';
import { modes } from '@plotline/kit/mongo/connect';
import { type LeasedQueue, QueueLeases } from './queue-leases.js';
import { type DeliveryOptions, workOnQueue } from './queue-worker.js';

/** Queues that one process works on at once. */
const maxQueues = 48;
const pollIntervalMs = 500;
/** No attempt begins later than this after the claim, so that long queues take turns with others. */
const termMs = 4_000;
/** Attempts under way may go on this long after `stop`; then they are aborted. */
const shutdownGraceMs = 2_500;

/** Claims queues with due deliveries, when `wake` is called and every half second, and works on them. */
export class Dispatcher {
  readonly name = 'deliveries';
  readonly #options: DeliveryOptions;
  readonly #leases: QueueLeases;
  readonly #running = new Map<LeasedQueue, Promise<void>>();
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
    this.#timer = setInterval(() => this.#wakeAll(), pollIntervalMs);
    this.#wakeAll();
  }

  #wakeAll(): void {
    for (const mode of modes) this.wake(mode);
  }

  /** Tells that a queue of that mode may be due. */
  wake(mode: Mode): void {
    if (this.#stopping || this.#timer === undefined) return;
    this.#woken.add(mode);
    if (this.#claiming.has(mode)) return;
    this.#claiming.add(mode);
    void this.#claimAll(mode);
  }

  async #claimAll(mode: Mode): Promise<void> {
    try {
      while (this.#woken.delete(mode)) {
        while (!this.#stopping && this.#running.size < maxQueues && (await this.#claimNext(mode)));
      }
    } catch (error) {
      this.#options.log.warn({ err: error, mode }, 'due deliveries could not be looked for');
    } finally {
      this.#claiming.delete(mode);
    }
  }

  /**
   * The workspaces that have their share of the process: as many queues as are free. So one workspace alone takes half of
   * them, two take a third each, and there is always a free one for a workspace that comes new, however slow the receivers
   * of the others are.
   */
  #listServed(mode: Mode): string[] {
    const counts = new Map<string, number>();
    for (const leased of this.#running.keys()) {
      const { workspace_id } = leased.queue;
      if (leased.mode === mode) counts.set(workspace_id, (counts.get(workspace_id) ?? 0) + 1);
    }
    const free = maxQueues - this.#running.size;
    return [...counts].filter(([, count]) => count >= free).map(([workspaceId]) => workspaceId);
  }

  /** Claims one queue and starts to work on it. False when there is none to claim. */
  async #claimNext(mode: Mode): Promise<boolean> {
    const leased = await this.#leases.claim(mode, this.#listServed(mode));
    if (!leased) return false;
    const { workspace_id, ...queue } = leased.queue;
    const term = {
      until: new Date(this.#options.clock().getTime() + termMs),
      isHeld: leased.isHeld,
      signal: this.#abort.signal,
      isStopping: () => this.#stopping,
    };
    const work = workOnQueue(this.#options, { workspaceId: workspace_id, mode }, queue, term)
      // The lease expires, and the next holder repeats the attempts that were not recorded.
      .catch((error: unknown) =>
        this.#options.log.error({ err: error, webhook: queue.id }, 'deliveries were interrupted'),
      )
      .finally(() => {
        this.#leases.drop(leased);
        this.#running.delete(leased);
        this.#wakeAll();
      });
    this.#running.set(leased, work);
    return true;
  }

  /** Starts no further attempt, and waits for those under way until the grace period ends. */
  async stop(): Promise<void> {
    this.#stopping = true;
    clearInterval(this.#timer);
    const timer = setTimeout(() => this.#abort.abort(), shutdownGraceMs);
    await Promise.all(this.#running.values());
    clearTimeout(timer);
    this.#leases.stop();
  }
}
