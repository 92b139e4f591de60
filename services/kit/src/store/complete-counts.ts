import type { Connection } from 'mongoose';
import { everyWorkspace, type Mode } from '../core/caller.js';
import type { Collection } from './records/collection.js';
import { createRecordSchema } from './records/record-model.js';
import type { Versioned } from './records/records.js';
import type { StoreRuntime } from './store-runtime.js';

/** Its record says that a kind of count is complete in the whole database. */
interface CompleteCount extends Versioned {
  readonly completed_at: Date;
}

const collectionName = 'complete_counts';
const lookAgainMs = 10_000;

/**
 * Says where a kind of count, which an earlier version of the service did not keep, is complete: in databases that were new when
 * it came, and where it was counted anew since. Once complete it stays so.
 */
export class CompleteCounts {
  readonly #collection: Collection<CompleteCount>;
  readonly #runtime: Pick<StoreRuntime, 'clock'>;
  readonly #kind: string;
  readonly #complete = new Set<Mode>();
  readonly #lookAgainAt = new Map<Mode, number>();

  constructor(runtime: Pick<StoreRuntime, 'collection' | 'clock'>, kind: string) {
    this.#runtime = runtime;
    this.#kind = kind;
    this.#collection = runtime.collection<CompleteCount>({
      name: collectionName,
      schema: createRecordSchema({ completed_at: Date }),
      indexes: [],
      reset: 'kept',
    });
  }

  async isComplete(mode: Mode): Promise<boolean> {
    if (this.#complete.has(mode)) return true;
    if (Date.now() < (this.#lookAgainAt.get(mode) ?? 0)) return false;
    const found = await this.#collection.in({ workspaceId: everyWorkspace, mode }).get(this.#kind);
    if (found) this.#complete.add(mode);
    else this.#lookAgainAt.set(mode, Date.now() + lookAgainMs);
    return found !== null;
  }

  async markComplete(mode: Mode): Promise<void> {
    const records = this.#collection.in({ workspaceId: everyWorkspace, mode });
    const update = { $set: { completed_at: this.#runtime.clock() }, $inc: { version: 1 } };
    await records.findAndUpdate({ _id: this.#kind }, update, { upsert: true });
    this.#lookAgainAt.delete(mode);
  }
}

interface StoredRecord {
  readonly _id: string;
}

/**
 * For a migration: the count is complete in a new database, as every record that there will be is counted. It is new while the counted
 * records have no index: no version of the service starts without.
 */
export async function completeInNewDatabase(database: Connection, counted: string, kind: string): Promise<void> {
  if ((await database.collection(counted).indexes()).length > 1) return;
  const mark = { workspace_id: everyWorkspace, version: 1, completed_at: new Date() };
  await database
    .collection<StoredRecord>(collectionName)
    .updateOne({ _id: kind }, { $setOnInsert: mark }, { upsert: true });
}
