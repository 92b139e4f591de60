import type { Mode, Tenant } from '../../core/caller.js';
import type { Deadline } from '../../core/time.js';
import type { Databases } from '../connection/connect.js';
import { type DeclaredCollection, toStoredName } from '../indexes.js';
import { createRecordReader } from '../lists/record-reader.js';
import {
  type CollectionOptions,
  createModel,
  type Derive,
  type RecordModel,
  type RecordStorage,
} from './record-model.js';
import type { Owned, Versioned } from './records.js';
import { WritableRecords } from './writable-records.js';

/** A collection in both databases. A tenant, which is part of every query, gives access to its records. */
export class Collection<T extends Versioned> {
  readonly #models: Readonly<Record<Mode, RecordModel>>;
  readonly #storages: Readonly<Record<Mode, RecordStorage<T>>>;
  readonly #hints: ReadonlyMap<string, string>;
  readonly declared: DeclaredCollection;
  readonly derive: Derive<T> | undefined;

  constructor(databases: Pick<Databases, Mode>, { name, schema, indexes, derive, reset }: CollectionOptions<T>) {
    this.#models = {
      live: createModel(databases.live, name, schema),
      sandbox: createModel(databases.sandbox, name, schema),
    };
    this.#hints = new Map(indexes.map((index) => [index.name, toStoredName(index)]));
    const rule = reset ?? (schema.path('created_at') ? { time: 'created_at' } : undefined);
    this.declared = { name, indexes, ...(rule && { reset: rule }) };
    this.derive = derive;
    const store = (mode: Mode) => ({ ...this.#storage<T>(mode), read: createRecordReader<T>(this.#models[mode]) });
    this.#storages = { live: store('live'), sandbox: store('sandbox') };
  }

  #storage<R extends T>(mode: Mode): RecordStorage<R> {
    return { model: this.#models[mode], derive: this.derive, hints: this.#hints };
  }

  /** Returns the records of one workspace in one mode. Operations for a caller end at the caller's deadline. */
  in({ mode, workspaceId, deadline }: Tenant & { readonly deadline?: Deadline }): WritableRecords<T> {
    return new WritableRecords<T>(this.#storages[mode], { workspace_id: workspaceId }, deadline);
  }

  /**
   * Returns the records of every workspace, only for background work of the service, never for the request of a caller.
   */
  acrossWorkspaces(mode: Mode): WritableRecords<Owned<T>> {
    return new WritableRecords<Owned<T>>(this.#storage(mode), {});
  }

  /** Lists the workspaces that have records. */
  async listWorkspaces(mode: Mode): Promise<string[]> {
    const rows = await this.acrossWorkspaces(mode).aggregate<{ readonly _id: string }>([
      { $group: { _id: '$workspace_id' } },
    ]);
    return rows.map(({ _id }) => _id);
  }
}
