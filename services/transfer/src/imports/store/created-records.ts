import type { Tenant } from '@plotline/kit/core/caller';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Collection } from '@plotline/kit/store/records/collection';
import { createRecordSchema } from '@plotline/kit/store/records/record-model';
import type { Versioned } from '@plotline/kit/store/records/records';
import type { ClientSession } from 'mongoose';

/** Ids of the records that a chunk of an import has created. A chunk has at most 500 rows. */
export interface CreatedChunk extends Versioned {
  readonly import_id: string;
  /** Number of the last record of the chunk. */
  readonly row: number;
  readonly ids: readonly string[];
  readonly created_at: Date;
}

const maxBatch = 100;
const byRow = 'row';

/**
 * Ids of the records that imports have created, which are needed to undo the imports. They are removed together with
 * the import.
 */
export class CreatedRecords {
  readonly #collection: Collection<CreatedChunk>;
  readonly #clock: ServiceRuntime['clock'];

  constructor(runtime: Pick<ServiceRuntime, 'collection' | 'clock'>) {
    this.#clock = runtime.clock;
    this.#collection = runtime.collection<CreatedChunk>({
      name: 'import_created_records',
      schema: createRecordSchema({ import_id: String, row: Number, ids: [String], created_at: Date }),
      indexes: [{ name: byRow, keys: { workspace_id: 1, import_id: 1, row: 1, _id: 1 } }],
    });
  }

  /** Stores the ids of a chunk in the transaction that commits the progress of the import. */
  async add(
    tenant: Tenant,
    importId: string,
    { row, ids }: Pick<CreatedChunk, 'row' | 'ids'>,
    session: ClientSession,
  ): Promise<void> {
    if (ids.length === 0) return;
    const chunk = { id: `${importId}-${row}`, version: 1, import_id: importId, row, ids, created_at: this.#clock() };
    await this.#collection.in(tenant).insert([chunk], session);
  }

  /** Returns the first chunk of an import after a row. Returns null if there is none. */
  async findNext(tenant: Tenant, importId: string, row: number): Promise<CreatedChunk | null> {
    const filter = { import_id: importId, row: { $gt: row } };
    const options = { sort: { row: 1, _id: 1 }, limit: 1, hint: byRow } as const;
    const [next = null] = await this.#collection.in(tenant).find(filter, options);
    return next;
  }

  /** Removes the chunks of an import in small batches, so that other writers don't wait long. */
  async remove(tenant: Tenant, importId: string): Promise<void> {
    const records = this.#collection.in(tenant);
    for (;;) {
      const options = { limit: maxBatch, hint: byRow, projection: { row: 1 } } as const;
      const found = await records.find({ import_id: importId }, options);
      if (found.length === 0) return;
      await records.delete({ _id: { $in: found.map(({ id }) => id) } });
    }
  }
}
