import { setTimeout as sleep } from 'node:timers/promises';
import mongoose, { type ClientSession, type Connection } from 'mongoose';
import { invalid, Problem, unavailable } from '../../core/errors.js';
import { Limiter } from '../../core/limiter.js';
import { assertBeforeDeadline, backoff, type Deadline, databaseTimeoutMs, waitUntil } from '../../core/time.js';
import { hasErrorLabel, isTransient } from '../../core/transient.js';
import { isDuplicateKey } from '../indexes.js';

/** Session whose operations are in a transaction; services pass it on to their stores. */
export type TransactionSession = ClientSession;

/** Connections of a pool that transactions leave free. */
const connectionsBesideTransactions = 4;

/** Maximum waiting transactions. Further ones are refused, because they would not run in time. */
const maxWaiting = 500;

/** Transaction limiter of each pool. */
const limiters = new WeakMap<object, Limiter>();

/**
 * Allows fewer transactions than connections. A writer may wait for another writer's lock, and the holder of the lock
 * still needs a connection to commit.
 */
function getLimiter(connection: Connection): Limiter {
  const client = connection.getClient();
  const max = client.options.maxPoolSize - connectionsBesideTransactions;
  const limiter = limiters.get(client) ?? new Limiter({ max, maxWaiting });
  limiters.set(client, limiter);
  return limiter;
}

/** Same values as in the driver. */
const pauses = { baseMs: 5, capMs: 500, factor: 1.5, jitter: true };
/** Maximum time for rolling back a transaction. */
const maxEndMs = 500;

/** Another transaction has created the record that an upsert was going to create. */
class ConcurrentUpsert extends Error {}

/**
 * Awaits an upsert in a transaction. If two transactions create the same record, the second fails with a write conflict
 * or, depending on the database, with a duplicate key error. The work runs again in both cases. The upsert must match
 * the record by the unique key.
 */
export async function upsertInTransaction<T>(upsert: Promise<T>): Promise<T> {
  try {
    return await upsert;
  } catch (error) {
    throw isDuplicateKey(error)
      ? new ConcurrentUpsert('The record was created in the meantime.', { cause: error })
      : error;
  }
}

/** Returns whether the work may run again. A Problem is already an answer, even if an outage caused it. */
function isRepeatable(error: unknown): boolean {
  return error instanceof ConcurrentUpsert || (!(error instanceof Problem) && isTransient(error));
}

/**
 * Makes the server roll back a transaction whose commit was abandoned. The driver doesn't do so after it has sent a
 * commit, and the server would keep the locks until the transaction expires. If the server has already executed the
 * commit, the changes are kept.
 */
async function abandon(connection: Connection, session: ClientSession): Promise<void> {
  session.hasEnded = false;
  const aborted = connection.getClient().db('admin').command({ abortTransaction: 1 }, { session });
  await waitUntil(Date.now() + maxEndMs, aborted).catch(() => undefined);
}

/**
 * Commits. When a commit gets no answer, its outcome is unknown, and it is repeated until the deadline. After that, the
 * driver sends nothing for the ended session, not even operations that wait for a connection.
 */
async function commit(connection: Connection, session: ClientSession, deadline: Deadline): Promise<void> {
  assertBeforeDeadline(deadline);
  const timer = setTimeout(() => {
    session.hasEnded = true;
  }, deadline - Date.now());
  try {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await waitUntil(deadline + databaseTimeoutMs, session.commitTransaction());
      } catch (error) {
        if (hasErrorLabel(error, 'TransientTransactionError') || !isRepeatable(error)) throw error;
        const pause = backoff({ attempt, ...pauses });
        if (Date.now() + pause >= deadline) {
          await abandon(connection, session);
          throw unavailable('The database did not confirm whether the change was stored.', error);
        }
        await sleep(pause);
      }
    }
  } finally {
    clearTimeout(timer);
  }
}

async function attemptOnce<T>(
  connection: Connection,
  session: ClientSession,
  deadline: Deadline,
  work: (session: ClientSession) => Promise<T>,
): Promise<T> {
  assertBeforeDeadline(deadline);
  session.startTransaction({
    readConcern: { level: 'snapshot' },
    writeConcern: { w: 'majority', journal: true },
    readPreference: 'primary',
    maxCommitTimeMS: Math.max(1, deadline - Date.now()),
  });
  const result = await waitUntil(deadline, work(session));
  await commit(connection, session, deadline);
  return result;
}

/** Replaces the driver's withTransaction, which ignores its timeout and repeats work and commit for two minutes. */
async function repeatUntilCommitted<T>(
  connection: Connection,
  session: ClientSession,
  deadline: Deadline,
  work: (session: ClientSession) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptOnce(connection, session, deadline, work);
    } catch (error) {
      if (!isRepeatable(error)) throw error;
      const pause = backoff({ attempt, ...pauses });
      if (Date.now() + pause >= deadline) throw unavailable('The change could not be stored in time.', error);
      if (session.inTransaction()) await waitUntil(deadline, session.abortTransaction());
      await sleep(pause);
    }
  }
}

/**
 * Ends the session and rolls back open work after the running operation is answered. Sends no further operations,
 * because work may continue after its deadline. Between the rollback and the end of the session, the driver would run
 * an operation outside any transaction.
 */
async function endSession(session: ClientSession, running: Promise<unknown>): Promise<void> {
  const endedAtDeadline = session.hasEnded;
  if (!endedAtDeadline) {
    session.hasEnded = true;
    await waitUntil(Date.now() + databaseTimeoutMs, running).catch(() => undefined);
    session.hasEnded = false;
  }
  await session.endSession();
  // The driver emits the event only for a session that hasn't ended yet. Without it, the client would hold this session
  // forever.
  if (endedAtDeadline) session.emit('ended', session);
}

async function runInSession<T>(
  connection: Connection,
  deadline: Deadline,
  work: (session: ClientSession) => Promise<T>,
): Promise<T> {
  const session = await connection.startSession();
  let running: Promise<unknown> = Promise.resolve();
  const begin = (own: ClientSession): Promise<T> => {
    const begun = work(own);
    running = begun;
    return begun;
  };
  try {
    return await repeatUntilCommitted(connection, session, deadline, begin);
  } finally {
    // Limited in time, because rolling back needs the database, which may not answer.
    await waitUntil(Math.max(deadline, Date.now() + maxEndMs), endSession(session, running)).catch(() => undefined);
  }
}

/**
 * Runs `work` in one transaction. Repeats it after a conflict with a concurrent writer or a short outage, so `work`
 * must have no effect outside its session. Rejects with SERVICE_UNAVAILABLE at the deadline, for example if an outage
 * lasts until then. Work that isn't committed by the deadline is rolled back. Only the answer to a commit that was
 * already sent is awaited.
 */
export function runInTransaction<T>(
  connection: Connection,
  deadline: Deadline,
  work: (session: ClientSession) => Promise<T>,
): Promise<T> {
  return getLimiter(connection).run('', () => runInSession(connection, deadline, work), deadline);
}

/** A result, and the name of the database state that it shows. */
export interface SnapshotRead<T> {
  readonly result: T;
  readonly snapshot: string;
}

/** MongoDB's codes for a state that it no longer keeps, or can't show. */
const goneCodes: ReadonlySet<unknown> = new Set([
  239, // SnapshotTooOld
  246, // SnapshotUnavailable
]);

function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && goneCodes.has(error.code);
}

const snapshotPattern = /^(\d{1,10})\.(\d{1,10})$/;

function parseSnapshot(snapshot: string): mongoose.mongo.Timestamp {
  const [, seconds, increment] = snapshotPattern.exec(snapshot) ?? [];
  const parts = { t: Number(seconds), i: Number(increment) };
  if (Object.values(parts).every((part) => part <= 0xffff_ffff)) return new mongoose.mongo.Timestamp(parts);
  throw invalid({ field: 'snapshot', message: 'must be empty or the snapshot of the previous page' });
}

/**
 * Omits the read concern if the session reads from a snapshot, because the connection's read concern would replace the
 * session's.
 */
export function readConcernOf(session?: ClientSession) {
  return session?.snapshotEnabled ? { readConcern: { level: 'snapshot' } as const } : {};
}

/** Returns the state that the session reads. The driver learns it from the first response. */
function readSnapshot(session: ClientSession): string {
  const time: unknown = Reflect.get(session, 'snapshotTime');
  if (time instanceof mongoose.mongo.Timestamp) return `${time.t}.${time.i}`;
  throw new Error('The database did not report which state it showed.');
}

/**
 * Runs `work`. All its reads in the session use the given `snapshot`, even if a different process read the snapshot
 * first. If `snapshot` is empty, they use the current state. The database keeps a state for a limited time. After that,
 * throws PRECONDITION_FAILED.
 */
export async function readAtSnapshot<T>(
  connection: Connection,
  snapshot: string,
  work: (session: ClientSession) => Promise<T>,
): Promise<SnapshotRead<T>> {
  const time = snapshot === '' ? undefined : parseSnapshot(snapshot);
  const session = await connection.startSession({ snapshot: true });
  try {
    // The driver has no other way to read a different session's state.
    if (time) Object.assign(session, { snapshotTime: time });
    const result = await work(session);
    return { result, snapshot: readSnapshot(session) };
  } catch (error) {
    if (!isGone(error)) throw error;
    throw new Problem('PRECONDITION_FAILED', 'The state that was read is no longer kept.', { cause: error });
  } finally {
    await session.endSession().catch(() => undefined);
  }
}
