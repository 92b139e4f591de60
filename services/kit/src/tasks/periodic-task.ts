import type { Mode } from '../core/caller.js';
import { Polling, realTime, type Time } from '../core/time.js';
import { type Databases, modes } from '../store/connection/connect.js';
import type { DeclaredCollection } from '../store/indexes.js';
import { type Entry, journalCollection, toFirstId } from '../store/journal/entry.js';
import type { Lease } from '../store/lease.js';
import type { Logger } from '../telemetry/log.js';
import type { Metrics } from '../telemetry/metrics.js';
import { createRoundObserver, type RoundObserver } from './task-metrics.js';

/** Returns false when the process stops or another replica may hold the lease. A round calls it before each step. */
export type ShouldContinue = () => boolean;

export interface PeriodicTaskOptions {
  /** Name of the task, and of the lease that one replica at a time holds. */
  readonly name: string;
  /** Milliseconds from the start of one round to the next. A longer round delays the next round of its mode. */
  readonly intervalMs: number;
  /** Interval after half a minute without work. Default: `intervalMs`. */
  readonly idleIntervalMs?: number;
  /** Modes in which the task runs. Default: both. */
  readonly modes?: readonly Mode[];
  /** Checks whether a mode has work, before the lease is acquired. By default, there is always work. */
  readonly isDue?: (mode: Mode) => Promise<boolean>;
  /** Whether all replicas run rounds at the same time. For tasks in which each record has its own lease. */
  readonly isShared?: boolean;
  readonly time?: Time;
  readonly runtime: {
    readonly lease: Pick<Lease, 'whileHeld' | 'whenFree'>;
    readonly log: Pick<Logger, 'warn'>;
    /** Registry of the rounds' metrics. If absent, rounds are not measured. */
    readonly metrics?: Pick<Metrics, 'registry'>;
  };
  /** Runs one round in one mode. */
  readonly run: (mode: Mode, shouldContinue: ShouldContinue) => Promise<void>;
}

/**
 * Background work that repeats while the service runs, in one replica of the service at a time. The modes don't wait
 * for each other, so too much work in one of them delays only its own rounds.
 */
export class PeriodicTask {
  readonly name: string;
  readonly #options: PeriodicTaskOptions;
  readonly #modes: readonly Mode[];
  readonly #running = new Map<Mode, Promise<void>>();
  readonly #polling: Polling;
  readonly #observer: RoundObserver;
  #isStopped = false;

  constructor(options: PeriodicTaskOptions) {
    this.name = options.name;
    this.#options = options;
    this.#modes = options.modes ?? modes;
    const { intervalMs, idleIntervalMs = intervalMs, time } = options;
    const clock = time ?? realTime;
    const { name, runtime } = options;
    this.#observer = createRoundObserver(runtime.metrics?.registry, { task: name, intervalMs: idleIntervalMs, clock });
    this.#polling = new Polling({ intervalMs, idleIntervalMs, look: () => this.#look(), ...(time && { time }) });
  }

  /** Starts the rounds. The first one begins immediately. */
  start(): void {
    for (const mode of this.#modes) this.#observer.started(mode);
    this.#polling.start();
  }

  /** Announces work that will come soon. */
  wake(): void {
    this.#polling.wake();
  }

  /** Announces work: starts a round immediately unless one is running. */
  wakeNow(): void {
    this.wake();
    this.#look();
  }

  #look(): void {
    if (this.#isStopped) return;
    for (const mode of this.#modes) {
      if (this.#running.has(mode)) continue;
      const round = this.#runRound(mode, 'whileHeld')
        .catch((error: unknown) => {
          this.#observer.failed(mode);
          this.#options.runtime.log.warn({ err: error, task: this.name, mode }, 'periodic task failed');
        })
        .finally(() => this.#running.delete(mode));
      this.#running.set(mode, round);
    }
  }

  async #runRound(mode: Mode, lease: 'whileHeld' | 'whenFree'): Promise<void> {
    const { isDue, isShared, run, runtime } = this.#options;
    if (isDue && !(await isDue(mode))) {
      this.#observer.succeeded(mode);
      return;
    }
    this.wake();
    const work = (isHeld: ShouldContinue) => run(mode, () => !this.#isStopped && isHeld());
    if (this.#isStopped) return;
    const held = isShared ? await work(() => true) : await runtime.lease[lease](mode, this.name, work);
    // Null if another replica holds the lease, which then reports the round.
    if (held !== null) this.#observer.succeeded(mode);
  }

  /**
   * Runs one round in each mode, one after another. Waits if a different replica holds the lease. Rejects with the
   * work's error.
   */
  async run(): Promise<void> {
    for (const mode of this.#modes) await this.#runRound(mode, 'whenFree');
  }

  /** Starts no further rounds. Resolves when the running rounds have ended. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#polling.stop();
    await Promise.all(this.#running.values());
  }
}

/** Collection with the positions of passes through the journal, for the migration job. */
export const journalPositions: DeclaredCollection = { name: 'journal_positions', indexes: [], reset: 'kept' };

interface Position {
  readonly _id: string;
  /** Id of the last entry that the pass has read. */
  readonly entry_id: string;
}

const positionId = 'event-expiry';
const intervalMs = 300_000;
const maxBatch = 500;
const retentionMs = 24 * 3_600_000;

/**
 * Drops the events of published entries that are more than a day old. Events are the larger part of an entry, and
 * nobody reads old ones. Reads the journal in id order.
 */
export class EventExpiry {
  readonly #databases: Databases;

  constructor(databases: Databases) {
    this.#databases = databases;
  }

  /** Drops the events of the next entries. Resolves to false when no further entry is old enough. */
  async dropBatch(mode: Mode, now = Date.now()): Promise<boolean> {
    const database = this.#databases[mode];
    const entries = database.collection<Entry>(journalCollection);
    const positions = database.collection<Position>(journalPositions.name);
    const after = (await positions.findOne({ _id: positionId }))?.entry_id ?? '';
    const old = { _id: { $gt: after, $lt: toFirstId(now - retentionMs) } };
    const options = { projection: { _id: 1 }, sort: { _id: 1 }, limit: maxBatch, hint: '_id_' } as const;
    const last = (await entries.find(old, options).toArray()).at(-1);
    if (!last) return false;
    const published = { unpublished: { $exists: false }, 'events.0': { $exists: true } };
    await entries.updateMany({ _id: { $gt: after, $lte: last._id }, ...published }, { $unset: { events: true } });
    await positions.updateOne({ _id: positionId }, { $set: { entry_id: last._id } }, { upsert: true });
    return true;
  }
}

/** Creates a task that drops old events every five minutes, in one replica of the service at a time. */
export function createEventExpiry(
  runtime: PeriodicTaskOptions['runtime'] & { readonly databases: Databases },
): PeriodicTask {
  const expiry = new EventExpiry(runtime.databases);
  return new PeriodicTask({
    name: 'event-expiry',
    intervalMs,
    runtime,
    run: async (mode, shouldContinue) => {
      while ((await expiry.dropBatch(mode)) && shouldContinue());
    },
  });
}
