import type { Tenant } from '@plotline/kit/core/caller';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import { type Listed, type ListQuery, listRecords } from '@plotline/kit/store/lists/list';
import { planList } from '@plotline/kit/store/lists/list-plan';
import type { Collection } from '@plotline/kit/store/records/collection';
import { createRecordSchema } from '@plotline/kit/store/records/record-model';
import type { Versioned } from '@plotline/kit/store/records/records';
import { type ClientSession, Schema } from 'mongoose';
import type { FailedRow } from '../model/failed-row.js';

export interface ImportError extends Versioned, FailedRow {
  readonly import_id: string;
  readonly created_at: Date;
}

/** Number of rows that are read, or removed, in one batch. */
const maxBatch = 100;
const byRow = 'row';
const errorPaths = { paths: [{ index: byRow, fields: ['import_id'], order: 'row' }] };

/** Failed rows of imports. They are removed with the import. */
export class ImportErrors {
  readonly #collection: Collection<ImportError>;
  readonly #clock: ServiceRuntime['clock'];

  constructor(runtime: Pick<ServiceRuntime, 'collection' | 'clock'>) {
    this.#clock = runtime.clock;
    this.#collection = runtime.collection<ImportError>({
      name: 'import_errors',
      schema: createRecordSchema({
        import_id: String,
        row: Number,
        faults: Schema.Types.Mixed,
        values: String,
        created_at: Date,
      }),
      indexes: [{ name: byRow, keys: { workspace_id: 1, import_id: 1, row: 1, _id: 1 } }],
    });
  }

  async add(tenant: Tenant, importId: string, rows: readonly FailedRow[], session: ClientSession): Promise<void> {
    if (rows.length === 0) return;
    const created_at = this.#clock();
    const records = rows.map((row) => ({
      id: `${importId}-${row.row}`,
      version: 1,
      import_id: importId,
      created_at,
      ...row,
    }));
    await this.#collection.in(tenant).insert(records, session);
  }

  /** Lists a page of an import's failed rows, in file order unless the query has another order. */
  async list(tenant: Tenant, importId: string, query: ListQuery): Promise<Listed<ImportError>> {
    const records = this.#collection.in(tenant);
    const plan = await planList(records, errorPaths, { filter: { import_id: importId }, sort: query.sort });
    return listRecords(records, plan, query);
  }

  /** Yields all rows of an import, in the order of the file. */
  async *readAll(tenant: Tenant, importId: string): AsyncGenerator<ImportError> {
    const records = this.#collection.in(tenant);
    let after = 0;
    for (;;) {
      const filter = { import_id: importId, row: { $gt: after } };
      const found = await records.find(filter, { sort: { row: 1, _id: 1 }, limit: maxBatch, hint: byRow });
      yield* found;
      const last = found.at(-1);
      if (!last || found.length < maxBatch) return;
      after = last.row;
    }
  }

  /** Removes the rows of an import in batches, so that other writers don't wait long. */
  async remove(tenant: Tenant, importId: string): Promise<void> {
    const records = this.#collection.in(tenant);
    for (;;) {
      const found = await records.find(
        { import_id: importId },
        { limit: maxBatch, hint: byRow, projection: { row: 1 } },
      );
      if (found.length === 0) return;
      await records.delete({ _id: { $in: found.map(({ id }) => id) } });
    }
  }
}
