import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientSession } from 'mongoose';
import pLimit, { type LimitFunction } from 'p-limit';
import { answering, type Caller } from '../caller.js';
import { conflict, notFound } from '../errors.js';
import type { Answer } from '../http/answer.js';
import type { EntryInput } from '../journal/entry.js';
import type { Journal } from '../journal/journal.js';
import type { Collection, Versioned } from './collection.js';

const attempts = 20;

class VersionConflict extends Error {}

interface Turns {
  readonly limit: LimitFunction;
  users: number;
}

const turns = new Map<string, Turns>();

/** Changes of one record take turns within a process; only writers in other processes are met by the version check. */
async function inTurn<T>(id: string, work: () => Promise<T>): Promise<T> {
  const turn = turns.get(id) ?? { limit: pLimit(1), users: 0 };
  turns.set(id, turn);
  turn.users += 1;
  try {
    return await turn.limit(work);
  } finally {
    turn.users -= 1;
    if (turn.users === 0) turns.delete(id);
  }
}

/** What a decision on a record comes to. No entries: nothing changed, nothing is written. */
export interface Decision<T> {
  readonly record: T;
  readonly entries: readonly EntryInput[];
  /** Further writes, or checks that throw, in the same transaction; runs again when the transaction does. */
  readonly within?: (session: ClientSession) => Promise<void>;
}

/**
 * Reads a record, lets `decide` (pure; may throw a Problem) say what becomes of it, and commits record and entries
 * together if nobody changed the record meanwhile; otherwise decides anew on what it then is. Resolves to the record as
 * stored. `answer` says what the caller will be told of it, to be kept for an Idempotency-Key. Rejects with NOT_FOUND,
 * with what `decide` throws, or with CONFLICT when others were faster 20 times.
 */
export function changeRecord<T extends Versioned>(
  collection: Collection<T>,
  journal: Journal,
  caller: Caller,
  id: string,
  decide: (record: T) => Decision<T>,
  answer?: (record: T) => Answer,
): Promise<T> {
  return inTurn(id, () => change(collection, journal, caller, id, decide, answer));
}

async function change<T extends Versioned>(
  collection: Collection<T>,
  journal: Journal,
  caller: Caller,
  id: string,
  decide: (record: T) => Decision<T>,
  answer: ((record: T) => Answer) | undefined,
): Promise<T> {
  const records = collection.in(caller);
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const before = await records.get(id);
    if (!before) throw notFound();
    const { record, entries, within } = decide(before);
    if (entries.length === 0) return before;
    const changed = { ...record, version: record.version + 1 };
    try {
      await journal.commit(answer ? answering(caller, answer(changed)) : caller, async (session) => {
        if (!(await records.replace(record, session))) throw new VersionConflict();
        await within?.(session);
        return entries;
      });
      return changed;
    } catch (error) {
      if (!(error instanceof VersionConflict)) throw error;
      await sleep(Math.random() * 10 * attempt);
    }
  }
  throw conflict('The record is being changed by many at once; try again.');
}
