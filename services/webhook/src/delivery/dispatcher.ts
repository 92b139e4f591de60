import { randomUUID } from 'node:crypto';
import type { Mode } from '@plotline/kit/caller';
import { modes } from '@plotline/kit/mongo/connect';
import { type DeliveryOptions, workOnQueue } from './queue-worker.js';

/** Queues that one process works on at once. */
const maxQueues = 32;
const pollIntervalMs = 1_000;
/** No attempt begins later than this after the claim, so that long queues take turns with others. */
const termMs = 4_000;
/** The lease of a crashed process expires after this: the term, the longest attempt, and storing its outcome. */
const leaseMs = 12_000;
/** Attempts under way may go on this long after `stop`; then they are aborted. */
const shutdownGraceMs = 2_500;

/** Claims queues with due deliveries, when `wake` is called and every second, and works on them. */
export class Dispatcher {
  readonly name = 'deliveries';
  readonly #options: DeliveryOptions;
  readonly #running = new Set<Promise<void>>();
  /** Modes whose queues are being claimed. */
  readonly #claiming = new Set<Mode>();
  /** Modes whose queues are to be claimed once more. */
  readonly #woken = new Set<Mode>();
  readonly #abort = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #stopping = false;

  constructor(options: DeliveryOptions) {
    this.#options = options;
  }

  start(): void {
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

  /** Claims one queue and starts to work on it. False when none is due. */
  async #claimNext(mode: Mode): Promise<boolean> {
    const { clock, queues, log } = this.#options;
    const now = clock().getTime();
    const claimed = await queues.claim(mode, randomUUID(), new Date(now), new Date(now + leaseMs));
    if (!claimed) return false;
    const { workspace_id, ...queue } = claimed;
    const term = {
      until: new Date(now + termMs),
      signal: this.#abort.signal,
      isStopping: () => this.#stopping,
    };
    const work = workOnQueue(this.#options, { workspaceId: workspace_id, mode }, queue, term)
      // The lease expires, and the next holder repeats the attempts that were not recorded.
      .catch((error: unknown) => log.error({ err: error, webhook: queue.id }, 'deliveries were interrupted'))
      .finally(() => {
        this.#running.delete(work);
        this.#wakeAll();
      });
    this.#running.add(work);
    return true;
  }

  /** Starts no further attempt, and waits for those under way until the grace period ends. */
  async stop(): Promise<void> {
    this.#stopping = true;
    clearInterval(this.#timer);
    const timer = setTimeout(() => this.#abort.abort(), shutdownGraceMs);
    await Promise.all(this.#running);
    clearTimeout(timer);
  }
}
