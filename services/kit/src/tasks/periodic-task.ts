import type { Mode } from '../core/caller.js';
import { Polling, type Time } from '../core/time.js';
import { type Databases, modes } from '../store/connection/connect.js';
import type { DeclaredCollection } from '../store/indexes.js';
import { type Entry, journalCollection, toFirstId } from '../store/journal/entry.js';
import type { Lease } from '../store/lease.js';
import type { Logger } from '../telemetry/log.js';

/** Returns false when the process stops or another replica may hold the lease. A round asks before each step. */
export type ShouldContinue = () => boolean;

export interface PeriodicTaskOptions {
  /** Also the name of the lease that one replica at a time holds. */
  readonly name: string;
  /** Milliseconds from one round to the next; a round that takes longer delays the next one of its mode. */
  readonly intervalMs: number;
  /** The interval of a task that has had no work for half a minute; as long as the other unless given. */
  readonly idleIntervalMs?: number;
  /** Both modes unless given. */
  readonly modes?: readonly Mode[];
  /** Whether there is work in a mode, which is asked before the lease is acquired; there always is unless given. */
  readonly isDue?: (mode: Mode) => Promise<boolean>;
  /** All replicas run rounds, for work that is leased record by record. */
  readonly isShared?: boolean;
  readonly time?: Time;
  readonly runtime: { readonly lease: Pick<Lease, 'whileHeld' | 'whenFree'>; readonly log: Pick<Logger, 'warn'> };
  /** One round in one mode. */
  readonly run: (mode: Mode, shouldContinue: ShouldContinue) => Promise<void>;
}

/**
 * Background work that one replica of a service at a time repeats, from the start of the service on. The modes do not
 * wait for each other: one with more work than can be done delays its own rounds only.
 */
export class PeriodicTask {
  readonly name: string;
  readonly #options: PeriodicTaskOptions;
  readonly #modes: readonly Mode[];
  readonly #running = new Map<Mode, Promise<void>>();
  readonly #polling: Polling;
  #isStopped = false;

  constructor(options: PeriodicTaskOptions) {
    this.name = options.name;
    this.#options = options;
    this.#modes = options.modes ?? modes;
    const { intervalMs, idleIntervalMs = intervalMs, time } = options;
    this.#polling = new Polling({ intervalMs, idleIntervalMs, look: () => this.#look(), ...(time && { time }) });
  }

  /** The first round begins at once. */
  start(): void {
    this.#polling.start();
  }

  /** Tells that there soon will be work. */
  wake(): void {
    this.#polling.wake();
  }

  /** Tells that there is work now: a round begins at once unless one is running. */
  wakeNow(): void {
    this.wake();
    this.#look();
  }

  #look(): void {
    if (this.#isStopped) return;
    for (const mode of this.#modes) {
      if (this.#running.has(mode)) continue;
      const round = this.#runRound(mode, 'whileHeld')
        .catch((error: unknown) =>
          this.#options.runtime.log.warn({ err: error, task: this.name, mode }, 'periodic task failed'),
        )
        .finally(() => this.#running.delete(mode));
      this.#running.set(mode, round);
    }
  }

  async #runRound(mode: Mode, lease: 'whileHeld' | 'whenFree'): Promise<void> {
    const { isDue, isShared, run, runtime } = this.#options;
    if (isDue && !(await isDue(mode))) return;
    this.wake();
    const work = (isHeld: ShouldContinue) => run(mode, () => !this.#isStopped && isHeld());
    if (this.#isStopped) return;
    if (isShared) await work(() => true);
    else await runtime.lease[lease](mode, this.name, work);
  }

  /**
   * Runs a round in each mode, one after the other, also after one of another replica; rejects with what the work
   * rejects with.
   */
  async run(): Promise<void> {
    for (const mode of this.#modes) await this.#runRound(mode, 'whenFree');
  }

  /** Begins no further round; resolves when the running ones are over. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#polling.stop();
    await Promise.all(this.#running.values());
  }
}

/** The positions of walks through the journal, as the migration job creates their collection. */
export const journalPositions: DeclaredCollection = { name: 'journal_positions', indexes: [], reset: 'kept' };

interface Position {
  readonly _id: string;
  /** Id of the last entry that was looked at. */
  readonly entry_id: string;
}

const positionId = 'event-expiry';
const intervalMs = 300_000;
const maxBatch = 500;
const retentionMs = 24 * 3_600_000;

/**
 * Drops the events of entries that were made a day ago and are published: they are the larger part of an entry, and
 * nobody reads them any more. It walks through the journal in the order of the ids.
 */
export class EventExpiry {
  readonly #databases: Databases;

  constructor(databases: Databases) {
    this.#databases = databases;
  }

  /** The next entries; resolves to false when no further one is old enough. */
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

/** Drops events that are no longer needed, every five minutes, one replica of the service at a time. */
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
