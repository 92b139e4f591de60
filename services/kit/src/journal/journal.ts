import type { ClientSession } from 'mongoose';
import type { Caller, Mode, Scope } from '../caller.js';
import type { IdempotencyKeys } from '../idempotency.js';
import { newId } from '../ids.js';
import { type Databases, modes } from '../mongo/connect.js';
import { prepareCollection } from '../mongo/indexes.js';
import { inTransaction } from '../mongo/transaction.js';
import type { Entry, EntryInput, StoredEvent } from './entry.js';

const collectionName = 'journal';

function storedEvent(caller: Caller, at: Date, event: EntryInput['events'][number]): StoredEvent {
  const id = newId('evt');
  const payload = JSON.stringify({
    id,
    event: event.name,
    timestamp: at,
    workspace_id: caller.workspaceId,
    data: event.data,
    previous: event.previous,
  });
  return { id, name: event.name, payload, mandatory: event.mandatory ?? true };
}

function storedEntry(caller: Caller, at: Date, input: EntryInput): Entry {
  const { events, ...rest } = input;
  return {
    ...rest,
    _id: newId('act'),
    workspace_id: caller.workspaceId,
    actor: caller.actor,
    user: caller.actor.agentId ?? null,
    at,
    events: events.map((event) => storedEvent(caller, at, event)),
    request_id: caller.requestId,
    ...(caller.traceparent === undefined ? {} : { traceparent: caller.traceparent }),
    ...(events.length > 0 ? { pending: at } : {}),
  };
}

export interface TimelineOptions {
  readonly types?: readonly string[];
  readonly order?: 'asc' | 'desc';
  readonly skip: number;
  readonly limit: number;
}

/** Told of entries whose transaction has committed, so that their events leave at once. */
export type CommitListener = (mode: Mode, entries: readonly Entry[]) => void;

/** Timeline, audit log and outbox of a service in one collection per database. */
export class Journal {
  readonly #databases: Databases;
  readonly #clock: () => Date;
  readonly #idempotency: IdempotencyKeys;
  #listener: CommitListener = () => undefined;

  constructor(databases: Databases, idempotency: IdempotencyKeys, clock: () => Date) {
    this.#databases = databases;
    this.#clock = clock;
    this.#idempotency = idempotency;
  }

  async prepare(): Promise<void> {
    const indexes = [
      { name: 'timeline', keys: { workspace_id: 1, subject: 1, _id: -1 } as const },
      { name: 'outbox', keys: { pending: 1 } as const, sparse: true },
    ];
    for (const mode of modes) await prepareCollection(this.#databases[mode].collection(collectionName), indexes);
  }

  onCommit(listener: CommitListener): void {
    this.#listener = listener;
  }

  /**
   * Commits a change and its entries in one transaction. `write` makes the change within the session and resolves to the
   * entries that tell of it; it runs again when it met another writer, so it reads what it decides on within the session
   * or guards it by version. Returns the stored entries. Rejects with what `write` throws, or SERVICE_UNAVAILABLE.
   */
  async commit(
    caller: Caller,
    write: (session: ClientSession) => Promise<readonly EntryInput[]>,
  ): Promise<readonly Entry[]> {
    const connection = this.#databases[caller.mode];
    const entries = await inTransaction(connection, caller.deadline, async (session) => {
      const at = this.#clock();
      const stored = (await write(session)).map((input) => storedEntry(caller, at, input));
      if (stored.length > 0) await connection.collection<Entry>(collectionName).insertMany(stored, { session });
      if (caller.claim) await this.#idempotency.keepWithChange(caller, caller.claim, session);
      return stored;
    });
    this.#listener(caller.mode, entries);
    return entries;
  }

  /** Entries about one record, newest first unless told otherwise. `types` narrows them. */
  async timeline(scope: Scope, subject: string, { types, order, skip, limit }: TimelineOptions) {
    const filter = {
      workspace_id: scope.workspaceId,
      subject,
      ...(types ? { type: { $in: [...types] } } : {}),
    };
    const collection = this.#databases[scope.mode].collection<Entry>(collectionName);
    const sort = { _id: order === 'asc' ? 1 : -1 } as const;
    const [entries, total] = await Promise.all([
      collection.find(filter, { sort, skip, limit, hint: 'timeline' }).toArray(),
      collection.countDocuments(filter, { hint: 'timeline' }),
    ]);
    return { entries, total };
  }

  /** Removes the entries about one record, within a transaction: erasure. */
  async erase(scope: Scope, subject: string, session: ClientSession): Promise<void> {
    const collection = this.#databases[scope.mode].collection<Entry>(collectionName);
    await collection.deleteMany({ workspace_id: scope.workspaceId, subject }, { session });
  }

  /** Entries whose events wait since before `before`, oldest first, of every workspace; for the relay. */
  async pending(mode: Mode, before: Date, limit: number): Promise<Entry[]> {
    const collection = this.#databases[mode].collection<Entry>(collectionName);
    return collection.find({ pending: { $lte: before } }, { sort: { pending: 1 }, limit, hint: 'outbox' }).toArray();
  }

  /** Marks entries as published. */
  async settle(mode: Mode, ids: readonly string[]): Promise<void> {
    const collection = this.#databases[mode].collection<Entry>(collectionName);
    await collection.updateMany({ _id: { $in: [...ids] } }, { $unset: { pending: true } });
  }
}
