import type { ClientSession } from 'mongoose';
import { type Deadline, limitDatabaseTime } from '../../core/time.js';
import { shareOperation } from '../connection/connection-shares.js';
import { readConcernOf } from '../transactions/transaction.js';
import { type FindOptions, type RecordModel, type RecordStorage, type StoredRecord, toRecord } from './record-model.js';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Access to the records of one workspace, or of all workspaces if there is no guard. Knows their owner, the deadline,
 * and the share of connections.
 */
export class RecordAccess<T extends object> {
  readonly storage: RecordStorage<T>;
  readonly model: RecordModel;
  readonly guard: { readonly workspace_id?: string };
  readonly deadline: Deadline | undefined;

  constructor(storage: RecordStorage<T>, guard: { readonly workspace_id?: string }, deadline?: Deadline) {
    this.storage = storage;
    this.model = storage.model;
    this.guard = guard;
    this.deadline = deadline;
  }

  toOptions(session?: ClientSession) {
    return { ...limitDatabaseTime(this.deadline), ...(session && { session }), ...readConcernOf(session) };
  }

  toFindOptions({ hint, ...options }: Omit<FindOptions, 'projection'>) {
    const stored = hint === undefined ? {} : { hint: this.storage.hints.get(hint) ?? hint };
    return { ...this.toOptions(options.session), ...options, ...stored };
  }

  /**
   * Makes the driver accept unchecked updates, because mongoose would refuse fields of a different release in array
   * elements.
   */
  toUpdateOptions(session?: ClientSession) {
    return { ignoreUndefined: true, ...this.toOptions(session) };
  }

  /**
   * Limits the concurrent operations of a workspace. Operations of a session use the connections of their transaction
   * or export.
   */
  share<R>(operation: () => Promise<R>, session?: ClientSession): Promise<R> {
    const user = { workspaceId: this.guard.workspace_id, deadline: this.deadline };
    return session ? operation() : shareOperation(this.model.db, user, operation);
  }

  /** Adds the guard last, so that no filter can override it. */
  guarded(filter: Fields): Fields {
    return { ...filter, ...this.guard };
  }

  /** Converts a document that was read to its record. */
  toRecord(document: StoredRecord<T>): T {
    return toRecord(document, this.guard.workspace_id === undefined);
  }
}
