import type { ClientSession } from 'mongoose';
import type { Caller, Mode, Tenant } from '../caller.js';
import type { IdempotencyKeys } from '../idempotency/keys.js';
import { newId } from '../ids.js';
import { type Databases, modes } from '../mongo/connect.js';
import { cursorScope, decodeCursor, encodeCursor, type Position } from '../mongo/cursor.js';
import { prepareCollection } from '../mongo/indexes.js';
import { runInTransaction } from '../mongo/transaction.js';
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
    ...(events.length > 0 ? { unpublished: at } : {}),
  };
}

export interface TimelineOptions {
  readonly types?: readonly string[];
  readonly order?: 'asc' | 'desc';
  readonly skip: number;
  readonly limit: number;
  /** There, even empty: from here on in place of `skip`; what an earlier page gave as `nextCursor`. */
  readonly cursor?: string;
}

/** Entries of one moment are in the order of their ids. */
function beyond([at, id]: Position, order: TimelineOptions['order']) {
  const [bound, next] = order === 'asc' ? (['$gte', '$gt'] as const) : (['$lte', '$lt'] as const);
  return { at: { [bound]: at }, $or: [{ at: { [next]: at } }, { _id: { [next]: id } }] };
}

/** A page of the entries about one record. */
export interface Timeline {
  readonly entries: readonly Entry[];
  readonly total: number;
  /** With a cursor: where the next page begins, null after the last. */
  readonly nextCursor?: string | null;
}

/** Whose change is committed, and when it was decided on, if that was before it is written. */
export interface Change {
  readonly caller: Caller;
  readonly decidedAt?: Date;
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
      { name: 'timeline', keys: { workspace_id: 1, subject: 1, at: -1, _id: -1 } as const },
      { name: 'outbox', keys: { unpublished: 1 } as const, sparse: true },
    ];
    for (const mode of modes) await prepareCollection(this.#databases[mode].collection(collectionName), indexes);
  }

  onCommit(listener: CommitListener): void {
    this.#listener = listener;
  }

  /**
   * Commits the changes of several callers of one database and their entries in one transaction, all or none. `write`
   * resolves to the entries of each, in their order; the rest is as `commit` has it.
   */
  async commitTogether(
    changes: readonly Change[],
    write: (session: ClientSession, at: Date) => Promise<readonly (readonly EntryInput[])[]>,
  ): Promise<readonly Entry[]> {
    const [first] = changes;
    if (!first) return [];
    const { mode } = first.caller;
    const connection = this.#databases[mode];
    const deadline = Math.max(...changes.map(({ caller }) => caller.deadline));
    const entries = await runInTransaction(connection, deadline, async (session) => {
      const now = this.#clock();
      const inputs = await write(session, first.decidedAt ?? now);
      const stored = changes.flatMap(({ caller, decidedAt = now }, place) =>
        (inputs[place] ?? []).map((input) => storedEntry(caller, decidedAt, input)),
      );
      if (stored.length > 0) await connection.collection<Entry>(collectionName).insertMany(stored, { session });
      for (const { caller } of changes) {
        if (caller.claim) await this.#idempotency.keepWithChange(caller, caller.claim, session);
      }
      return stored;
    });
    for (const { caller } of changes) this.#idempotency.committed(caller);
    this.#listener(mode, entries);
    return entries;
  }

  /**
   * Commits a change and its entries in one transaction. `write` makes the change within the session and resolves to the
   * entries that tell of it; it runs again when it met another writer, so it reads what it decides on within the session
   * or guards it by version. `decidedAt` is when the change was decided on, if that was before; `write` is told when it
   * happens, so that record and entries tell the same time. Returns the stored entries. Rejects with what `write` throws,
   * or SERVICE_UNAVAILABLE.
   */
  commit(
    caller: Caller,
    write: (session: ClientSession, at: Date) => Promise<readonly EntryInput[]>,
    decidedAt?: Date,
  ): Promise<readonly Entry[]> {
    const change = decidedAt === undefined ? { caller } : { caller, decidedAt };
    return this.commitTogether([change], async (session, at) => [await write(session, at)]);
  }

  /**
   * Entries about one record, newest first unless told otherwise. `types` narrows them. A walk by cursor meets every entry
   * once, though others are added meanwhile; `nextCursor` is null after the last. Throws VALIDATION_ERROR for a cursor of
   * another timeline or order.
   */
  async timeline(tenant: Tenant, subject: string, options: TimelineOptions): Promise<Timeline> {
    const { types, order = 'desc', skip, limit, cursor } = options;
    const filter = {
      workspace_id: tenant.workspaceId,
      subject,
      ...(types ? { type: { $in: [...types] } } : {}),
    };
    const collection = this.#databases[tenant.mode].collection<Entry>(collectionName);
    const direction = order === 'asc' ? 1 : -1;
    const reading = { sort: { at: direction, _id: direction }, hint: 'timeline' } as const;
    const page = (matching: object, bounds: { readonly skip?: number; readonly limit: number }) =>
      Promise.all([
        collection.find(matching, { ...reading, ...bounds }).toArray(),
        collection.countDocuments(filter, { hint: 'timeline' }),
      ]);
    if (cursor === undefined) {
      const [entries, total] = await page(filter, { skip, limit });
      return { entries, total };
    }
    const walk = cursorScope(tenant.mode, tenant.workspaceId, subject, order);
    const rest = cursor === '' ? {} : beyond(decodeCursor(walk, cursor), order);
    const [found, total] = await page({ ...filter, ...rest }, { limit: limit + 1 });
    const entries = found.slice(0, limit);
    const last = entries.at(-1);
    return {
      entries,
      total,
      nextCursor: found.length > limit && last ? encodeCursor(walk, [last.at, last._id]) : null,
    };
  }

  /** Removes the entries about one record, within a transaction: erasure. */
  async erase(tenant: Tenant, subject: string, session: ClientSession): Promise<void> {
    const collection = this.#databases[tenant.mode].collection<Entry>(collectionName);
    await collection.deleteMany({ workspace_id: tenant.workspaceId, subject }, { session });
  }

  /** Entries whose events wait since before `before`, oldest first, of every workspace; for the relay. */
  async findUnpublished(mode: Mode, before: Date, limit: number): Promise<Entry[]> {
    const collection = this.#databases[mode].collection<Entry>(collectionName);
    return collection
      .find({ unpublished: { $lte: before } }, { sort: { unpublished: 1 }, limit, hint: 'outbox' })
      .toArray();
  }

  /** Marks entries as published. */
  async markPublished(mode: Mode, ids: readonly string[]): Promise<void> {
    const collection = this.#databases[mode].collection<Entry>(collectionName);
    await collection.updateMany({ _id: { $in: [...ids] } }, { $unset: { unpublished: true } });
  }
}
