import type { ClientSession } from 'mongoose';
import type { Answer } from '../../core/answer.js';
import type { Caller, Mode, Tenant } from '../../core/caller.js';
import { limitDatabaseTime } from '../../core/time.js';
import type { Databases } from '../connection/connect.js';
import { shareTransaction } from '../connection/connection-shares.js';
import type { ClaimedAnswer, Command } from '../idempotency/command.js';
import type { IdempotencyKeys } from '../idempotency/keys.js';
import type { DeclaredCollection } from '../indexes.js';
import { type Insertion, insertTogether } from '../records/guarded-update.js';
import { runInTransaction } from '../transactions/transaction.js';
import { readArchivedTimeline } from './archive/archived-timeline.js';
import type { JournalArchive } from './archive/journal-archive.js';
import { ChangeTime, type Entry, type EntryInput, journalCollection, toEntry } from './entry.js';
import { readTimeline, type Timeline, type TimelineOptions } from './timeline.js';

/** Collection of the journal, for the migration job. */
export const declaredJournal: DeclaredCollection = {
  name: journalCollection,
  indexes: [
    { name: 'timeline', keys: { workspace_id: 1, subject: 1, at: -1, _id: -1 } },
    { name: 'outbox', keys: { unpublished: 1 }, sparse: true },
    {
      name: 'outbox_shares',
      keys: { share: 1, unpublished: 1 },
      partialFilterExpression: { unpublished: { $exists: true } },
    },
  ],
  reset: { time: 'at' },
};

function toEntries(caller: Caller, at: Date, written: Written | undefined): Entry[] {
  if (!written) throw new Error('The writer returned no result for one of the changes.');
  return written.entries.map((one) => ('_id' in one ? one : toEntry(caller, at, one)));
}

/**
 * Matches answers with the requests that have an Idempotency-Key. The change of such a request is never committed
 * without its answer.
 */
function matchAnswers(changes: readonly Command[], answers: readonly (Answer | undefined)[]): ClaimedAnswer[] {
  return changes.flatMap(({ claim }, place) => {
    if (!claim) return [];
    const answer = answers[place];
    if (!answer) throw new Error('A change for a request with an Idempotency-Key was written without its answer.');
    return [{ claim, answer }];
  });
}

/** A command, and the time of its new records if they were made before the transaction. */
export interface Change extends Command {
  readonly createdAt?: Date;
}

/** Result of writing in a transaction. */
export interface Written {
  /** Entries about the change. If the answer shows an entry, it was created with `toEntry`. */
  readonly entries: readonly (EntryInput | Entry)[];
  /** New records of any collections, stored in the same database call as the entries. */
  readonly insertions?: readonly Insertion[];
  /**
   * Writes records that many transactions change, such as counters. Runs after all other writes, so that other
   * transactions hardly wait.
   */
  readonly writeLast?: (session: ClientSession) => Promise<void>;
  /**
   * Answer to the request. Required if the request has an Idempotency-Key. It is then stored in the same transaction.
   */
  readonly answer?: Answer | undefined;
  /** Anything else that the caller of `commit` needs, such as the stored record. */
  readonly result?: unknown;
}

/** Result of a commit: the stored entries, and the answer and result of the `Written` value. */
export interface Committed<W extends Written> {
  readonly entries: readonly Entry[];
  readonly answer: W['answer'];
  readonly result: W['result'];
}

/** Called with entries whose transaction has committed, so that their events are published immediately. */
export type CommitListener = (mode: Mode, entries: readonly Entry[]) => void;

/** Timeline, audit log and outbox of a service in one collection per database. */
export class Journal {
  readonly #databases: Databases;
  readonly #clock: () => Date;
  readonly #idempotency: IdempotencyKeys;
  /** Entries that were moved to a bucket. */
  readonly archive: JournalArchive;
  #listener: CommitListener = () => undefined;

  constructor(databases: Databases, idempotency: IdempotencyKeys, clock: () => Date, archive: JournalArchive) {
    this.#databases = databases;
    this.#clock = clock;
    this.#idempotency = idempotency;
    this.archive = archive;
  }

  /** Returns the time of a change that starts now. */
  startTime(): ChangeTime {
    return new ChangeTime(this.#clock());
  }

  /** Sets the listener for the entries of each commit. A journal has only one. */
  onCommit(listener: CommitListener): void {
    this.#listener = listener;
  }

  /**
   * Commits several changes in one database, with their entries, in one transaction. `write` resolves to its results in
   * the order of the changes. Otherwise, it works as for `commit`.
   *
   * `answers` is called after entries and insertions are stored, and resolves to the answers to the requests. If it
   * rejects, nothing is committed.
   */
  async commitTogether<W extends Written>(
    changes: readonly Change[],
    write: (session: ClientSession, times: readonly ChangeTime[]) => Promise<readonly W[]>,
    answers?: () => Promise<readonly Answer[]>,
  ): Promise<readonly Committed<W>[]> {
    const [first] = changes;
    if (!first) return [];
    if (changes.some(({ claim }) => claim?.isAnswerCommitted)) {
      throw new Error(
        'A request with an Idempotency-Key may commit only once, because its answer covers the whole change.',
      );
    }
    const { mode, workspaceId } = first.caller;
    const database = this.#databases[mode];
    const deadline = Math.min(...changes.map(({ caller }) => caller.deadline));
    const commit = async (session: ClientSession) => {
      for (const { claim } of changes) claim?.markOpen();
      const now = this.#clock();
      const times = changes.map(({ createdAt = now }) => new ChangeTime(createdAt));
      const all = await write(session, times);
      const entries = changes.map(({ caller }, place) => toEntries(caller, times[place]?.at ?? now, all[place]));
      const insertions = [
        ...all.flatMap(({ insertions: own = [] }) => own),
        { collection: journalCollection, documents: entries.flat() },
      ];
      await insertTogether(database, insertions, { session, ...limitDatabaseTime(deadline) });
      for (const { writeLast } of all) await writeLast?.(session);
      const given = (await answers?.()) ?? all.map(({ answer }) => answer);
      await this.#idempotency.keepWithChanges(mode, matchAnswers(changes, given), session);
      for (const { claim } of changes) claim?.markCommitting();
      return all.map(({ answer, result }, place) => ({ entries: entries[place] ?? [], answer, result }));
    };
    const committed = await shareTransaction(database, { workspaceId, deadline }, () =>
      runInTransaction(database, deadline, commit),
    );
    for (const { claim } of changes) claim?.markCommitted();
    this.#listener(
      mode,
      committed.flatMap(({ entries }) => entries),
    );
    return committed;
  }

  /**
   * Commits a change and its entries in one transaction. `write` makes the change in the session and resolves to its
   * entries and its answer. It runs again after a conflict with a concurrent writer. So it must read all data for its
   * decisions in the session, or guard the data by version.
   *
   * `write` takes the time of the change from `time.after`, so that records and entries have the same time. `createdAt`
   * is the time of new records that were created before the transaction. Rejects with the error of `write`, or with
   * SERVICE_UNAVAILABLE.
   */
  async commit<W extends Written>(
    { caller, claim }: Command,
    write: (session: ClientSession, time: ChangeTime) => Promise<W>,
    createdAt?: Date,
  ): Promise<Committed<W>> {
    const change = { caller, ...(claim && { claim }), ...(createdAt && { createdAt }) };
    const [committed] = await this.commitTogether([change], async (session, [time = this.startTime()]) => {
      return [await write(session, time)];
    });
    if (!committed) throw new Error('The change was not committed.');
    return committed;
  }

  /**
   * Returns entries about one record, with those of the archive. Throws VALIDATION_ERROR if the cursor belongs to a
   * different timeline or order. Rejects with SERVICE_UNAVAILABLE if archived entries are needed and can't be read now.
   */
  readTimeline(tenant: Tenant, subject: string, options: TimelineOptions): Promise<Timeline> {
    const database = this.#databases[tenant.mode];
    if (this.archive.isReadable) return readArchivedTimeline(database, tenant, subject, options, this.archive);
    return readTimeline(database, tenant, subject, options);
  }

  #entries({ mode }: Tenant) {
    return this.#databases[mode].collection<Entry>(journalCollection);
  }

  /** Erases the entries about one record within a transaction. */
  async erase(tenant: Tenant, subject: string, session: ClientSession): Promise<void> {
    await this.eraseAll(tenant, [subject], session);
  }

  /** Erases the entries about each of the records within a transaction. */
  async eraseAll(tenant: Tenant, subjects: readonly string[], session: ClientSession): Promise<void> {
    const filter = { workspace_id: tenant.workspaceId, subject: { $in: [...subjects] } };
    await this.#entries(tenant).deleteMany(filter, { session });
    await this.archive.eraseAll(tenant, subjects, session);
  }

  /** Returns the ids of those records that have entries. */
  async findSubjects(tenant: Tenant, subjects: readonly string[]): Promise<string[]> {
    const filter = { workspace_id: tenant.workspaceId, subject: { $in: [...subjects] } };
    const found = await this.#entries(tenant).distinct('subject', filter);
    const archived = await this.archive.findSubjects(tenant, subjects);
    return [...new Set([...found, ...archived])];
  }

  /**
   * Moves the entries about one record to another record's timeline within a transaction. Their events don't change,
   * even if they are not published yet.
   */
  async move(tenant: Tenant, from: string, to: string, session: ClientSession): Promise<void> {
    const filter = { workspace_id: tenant.workspaceId, subject: from };
    await this.#entries(tenant).updateMany(filter, { $set: { subject: to } }, { session });
    await this.archive.move(tenant, from, to, session);
  }
}
