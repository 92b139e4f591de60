import type { Mode } from '../core/caller.js';
import type { Databases } from '../store/connection/connect.js';
import type { DeclaredCollection } from '../store/indexes.js';
import { type Entry, journalCollection, toFirstId } from '../store/journal/entry.js';
import { PeriodicTask, type PeriodicTaskOptions } from './periodic-task.js';

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
