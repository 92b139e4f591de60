import type { Logger } from 'pino';
import type { Broker } from '../broker/broker.js';
import type { Mode } from '../caller.js';
import type { Lease } from '../jobs/lease.js';
import { modes } from '../mongo/connect.js';
import type { Entry } from './entry.js';
import type { Journal } from './journal.js';

const batchSize = 100;
/** Entries kept in memory; what does not fit waits in the journal for the sweep. */
const memoryBound = 2_000;
/** The sweep leaves younger entries to the process that committed them. */
const graceMs = 3_000;
const sweepEveryMs = 2_000;
/** Published entries are marked as such together: well within the grace of the sweep, which would publish them again. */
const settleAfterMs = 50;

const idsOf = (entries: readonly Entry[]) => entries.map(({ _id }) => _id);

export interface RelayOptions {
  readonly journal: Journal;
  readonly broker: Broker;
  readonly lease: Lease;
  readonly log: Logger;
}

/**
 * Publishes committed events: at once from memory after a commit, in batches, and by a sweep over the journal for what
 * was left behind by a crash or while the broker was away. An event may go out twice, always with the same id.
 */
export class Relay {
  readonly #options: RelayOptions;
  readonly #queues: Readonly<Record<Mode, Entry[]>> = { live: [], sandbox: [] };
  readonly #published: Readonly<Record<Mode, string[]>> = { live: [], sandbox: [] };
  readonly #timer: NodeJS.Timeout;
  #settling: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #scheduled = false;
  #stopped = false;

  constructor(options: RelayOptions) {
    this.#options = options;
    options.journal.onCommit((mode, entries) => this.#take(mode, entries));
    options.broker.onConnect(() => this.#schedule(() => this.#sweep()));
    this.#timer = setInterval(() => this.#schedule(() => this.#sweep()), sweepEveryMs);
    this.#timer.unref();
  }

  #take(mode: Mode, entries: readonly Entry[]): void {
    const queue = this.#queues[mode];
    for (const entry of entries) {
      if (entry.unpublished && queue.length < memoryBound) queue.push(entry);
    }
    if (this.#scheduled) return;
    this.#scheduled = true;
    this.#schedule(() => this.#drain());
  }

  /** One thing at a time, in order; a fault is logged and left to the next sweep. */
  #schedule(work: () => Promise<void>): void {
    if (this.#stopped || !this.#options.broker.connected()) {
      this.#scheduled = false;
      return;
    }
    this.#run(work);
  }

  #run(work: () => Promise<void>): void {
    this.#running = this.#running.then(work).catch((error: unknown) => {
      this.#options.log.warn({ err: error }, 'events could not be published; the sweep will try again');
    });
  }

  async #drain(): Promise<void> {
    this.#scheduled = false;
    for (const mode of modes) {
      const queue = this.#queues[mode];
      while (queue.length > 0) {
        const entries = queue.splice(0, batchSize);
        await this.#publish(mode, entries);
        this.#published[mode].push(...idsOf(entries));
        if (this.#published[mode].length >= batchSize) await this.#settle();
      }
    }
    this.#settling ??= setTimeout(() => this.#run(() => this.#settle()), settleAfterMs);
  }

  async #settle(): Promise<void> {
    clearTimeout(this.#settling);
    this.#settling = undefined;
    for (const mode of modes) {
      const ids = this.#published[mode].splice(0);
      if (ids.length > 0) await this.#options.journal.markPublished(mode, ids);
    }
  }

  async #sweep(): Promise<void> {
    for (const mode of modes) {
      if (!(await this.#options.lease.hold(mode, 'relay'))) continue;
      for (;;) {
        const entries = await this.#options.journal.findUnpublished(mode, new Date(Date.now() - graceMs), batchSize);
        if (entries.length > 0) {
          await this.#publish(mode, entries);
          await this.#options.journal.markPublished(mode, idsOf(entries));
        }
        if (entries.length < batchSize || this.#stopped) break;
      }
    }
  }

  async #publish(mode: Mode, entries: readonly Entry[]): Promise<void> {
    await this.#options.broker.publish(
      entries.flatMap(({ events, request_id, traceparent }) =>
        events.map((event) => ({
          ...event,
          mode,
          requestId: request_id,
          ...(traceparent === undefined ? {} : { traceparent }),
        })),
      ),
    );
  }

  /** Publishes what is still in memory, then no more. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#schedule(() => this.#drain());
    this.#run(() => this.#settle());
    this.#stopped = true;
    await this.#running;
  }
}
