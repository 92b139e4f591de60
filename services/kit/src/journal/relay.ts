import type { Logger } from 'pino';
import type { Broker } from '../broker/broker.js';
import type { Mode } from '../caller.js';
import type { Lease } from '../jobs/lease.js';
import { modes } from '../mongo/connect.js';
import type { Entry } from './entry.js';
import type { Journal } from './journal.js';

const maxBatch = 100;
/** Entries kept in memory; others wait in the journal for the scan. */
const maxQueued = 2_000;
/** The scan leaves younger entries to the process that committed them. */
const graceMs = 3_000;
const scanIntervalMs = 2_000;
/** Published entries are marked together, well before the scan would publish them again. */
const markDelayMs = 50;

const toIds = (entries: readonly Entry[]) => entries.map(({ _id }) => _id);

export interface RelayOptions {
  readonly journal: Journal;
  readonly broker: Broker;
  readonly lease: Lease;
  readonly log: Logger;
}

/**
 * Publishes committed events: from memory right after the commit, in batches, and by a scan of the journal for entries that
 * were left unpublished by a crash or while the broker was unreachable. An event may be published twice, with the same id.
 */
export class Relay {
  readonly #options: RelayOptions;
  readonly #queues: Readonly<Record<Mode, Entry[]>> = { live: [], sandbox: [] };
  readonly #published: Readonly<Record<Mode, string[]>> = { live: [], sandbox: [] };
  readonly #scanTimer: NodeJS.Timeout;
  #markTimer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #isScheduled = false;
  #isStopped = false;

  constructor(options: RelayOptions) {
    this.#options = options;
    options.journal.onCommit((mode, entries) => this.#enqueue(mode, entries));
    options.broker.onConnect(() => this.#schedule(() => this.#publishUnpublished()));
    this.#scanTimer = setInterval(() => this.#schedule(() => this.#publishUnpublished()), scanIntervalMs);
    this.#scanTimer.unref();
  }

  #enqueue(mode: Mode, entries: readonly Entry[]): void {
    const queue = this.#queues[mode];
    for (const entry of entries) {
      if (entry.unpublished && queue.length < maxQueued) queue.push(entry);
    }
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#schedule(() => this.#publishQueued());
  }

  #schedule(work: () => Promise<void>): void {
    if (this.#isStopped || !this.#options.broker.isConnected()) {
      this.#isScheduled = false;
      return;
    }
    this.#run(work);
  }

  /** Runs one piece of work at a time, in order; an error is logged and left to the next scan. */
  #run(work: () => Promise<void>): void {
    this.#running = this.#running.then(work).catch((error: unknown) => {
      this.#options.log.warn({ err: error }, 'events could not be published; the next scan will try again');
    });
  }

  async #publishQueued(): Promise<void> {
    this.#isScheduled = false;
    for (const mode of modes) {
      const queue = this.#queues[mode];
      while (queue.length > 0) {
        const entries = queue.splice(0, maxBatch);
        await this.#publish(mode, entries);
        this.#published[mode].push(...toIds(entries));
        if (this.#published[mode].length >= maxBatch) await this.#markPublished();
      }
    }
    this.#markTimer ??= setTimeout(() => this.#run(() => this.#markPublished()), markDelayMs);
  }

  async #markPublished(): Promise<void> {
    clearTimeout(this.#markTimer);
    this.#markTimer = undefined;
    for (const mode of modes) {
      const ids = this.#published[mode].splice(0);
      if (ids.length > 0) await this.#options.journal.markPublished(mode, ids);
    }
  }

  /** The scan: one replica at a time publishes the entries that have waited longer than the grace period. */
  async #publishUnpublished(): Promise<void> {
    for (const mode of modes) {
      if (!(await this.#options.lease.acquire(mode, 'relay'))) continue;
      for (;;) {
        const entries = await this.#options.journal.findUnpublished(mode, new Date(Date.now() - graceMs), maxBatch);
        if (entries.length > 0) {
          await this.#publish(mode, entries);
          await this.#options.journal.markPublished(mode, toIds(entries));
        }
        if (entries.length < maxBatch || this.#isStopped) break;
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

  /** Publishes the entries that are still in memory and marks them, then nothing more. */
  async stop(): Promise<void> {
    clearInterval(this.#scanTimer);
    this.#schedule(() => this.#publishQueued());
    this.#run(() => this.#markPublished());
    this.#isStopped = true;
    await this.#running;
  }
}
