import type { ClientSession } from 'mongoose';
import type { Answer } from '../../core/answer.js';
import { notFound } from '../../core/errors.js';
import type { Command } from '../idempotency/command.js';
import type { EntryInput } from '../journal/entry.js';
import type { Journal } from '../journal/journal.js';
import { withLock } from '../transactions/process-lock.js';
import type { Collection } from './collection.js';
import { retryOnConflict } from './guarded-update.js';
import type { Versioned } from './records.js';

/** Decision about a record. If there are no entries, nothing changed and nothing is written. */
export interface Decision<T> {
  readonly record: T;
  readonly entries: readonly EntryInput[];
  /** Makes further writes or checks in the same transaction. Runs again when the transaction runs again. */
  readonly inTransaction?: (session: ClientSession) => Promise<void>;
}

export interface RecordChange<T extends Versioned, A extends Answer | undefined> {
  /** Collection of the record. `in` receives the command's caller. */
  readonly collection: Pick<Collection<T>, 'in'>;
  readonly journal: Journal;
  readonly command: Command;
  readonly id: string;
  /**
   * Decides without side effects; may throw a Problem. `at` is the time of the change. Runs again when the record has
   * changed meanwhile.
   */
  readonly decide: (record: T, at: Date) => Decision<T>;
  /** Returns the answer to the request from the stored record. The answer is kept for the Idempotency-Key. */
  readonly toAnswer: (record: T) => A;
}

export interface ChangedRecord<T, A> {
  /** Stored record. */
  readonly record: T;
  readonly answer: A;
}

/** Options for changes that no HTTP request waits for. */
export const noAnswer = () => undefined;

/**
 * Reads a record, decides about it, and commits the record and its entries together if the record's version is still
 * the same. Otherwise, decides again. Rejects with NOT_FOUND, with the error of `decide`, or with CONFLICT after 20
 * conflicts with other writers.
 */
export function changeRecord<T extends Versioned, A extends Answer | undefined>({
  collection,
  journal,
  command,
  id,
  decide,
  toAnswer,
}: RecordChange<T, A>): Promise<ChangedRecord<T, A>> {
  const records = collection.in(command.caller);
  const attempt = async () => {
    const before = await records.get(id);
    if (!before) throw notFound();
    // Commits nothing if nothing changed, so that the caller can still commit something else for the request.
    const isUnchanged = decide(before, journal.startTime().after(before)).entries.length === 0;
    if (isUnchanged) return { record: before, answer: toAnswer(before) };
    const { answer, result } = await journal.commit(command, async (session, time) => {
      const { record, entries, inTransaction } = decide(before, time.after(before));
      const stored = await records.change(before, record, session);
      await inTransaction?.(session);
      return { entries, answer: toAnswer(stored), result: stored };
    });
    return { record: result, answer };
  };
  return withLock(id, () => retryOnConflict(attempt));
}
