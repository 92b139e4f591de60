import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientSession, Connection } from 'mongoose';
import { backoff } from '../../core/backoff.js';
import { assertBeforeDeadline, type Deadline, databaseTimeoutMs, waitUntil } from '../../core/deadline.js';
import { Problem, unavailable } from '../../core/errors.js';
import { Limiter } from '../../core/limiter.js';
import { hasErrorLabel, isTransient } from '../../core/transient.js';
import { isDuplicateKey } from '../indexes.js';

/** The session whose operations are in a transaction; services pass it on to their stores. */
export type TransactionSession = ClientSession;

/** Connections of a pool that no transaction takes. */
const connectionsBesideTransactions = 4;

/** Transactions that wait for their turn; more are refused, as they would not be served in time. */
const maxWaiting = 500;

/** The transactions of each pool. */
const limiters = new WeakMap<object, Limiter>();

/**
 * Fewer transactions than connections: a writer may wait for another's lock, and the transaction that holds the lock still
 * needs a connection to commit on.
 */
function getLimiter(connection: Connection): Limiter {
  const client = connection.getClient();
  const max = client.options.maxPoolSize - connectionsBesideTransactions;
  const limiter = limiters.get(client) ?? new Limiter({ max, maxWaiting });
  limiters.set(client, limiter);
  return limiter;
}

/** As the driver has them. */
const pauses = { baseMs: 5, capMs: 500, factor: 1.5, jitter: true };
/** To give a transaction up. */
const maxEndMs = 500;

/** Another transaction has created the record that an upsert was to create. */
class ConcurrentUpsert extends Error {}

/**
 * Awaits an upsert of a transaction. Of two transactions that create a record, the second fails by a write conflict, or by a duplicate key
 * where the database reports that: the work is run again in both cases. The record of the unique key must be one that the upsert matches.
 */
export async function upsertInTransaction<T>(upsert: Promise<T>): Promise<T> {
  try {
    return await upsert;
  } catch (error) {
    throw isDuplicateKey(error) ? new ConcurrentUpsert('The record was created meanwhile.', { cause: error }) : error;
  }
}

/** Whether the work may be run again. A Problem is an answer already, also one that was caused by an outage. */
function isRepeatable(error: unknown): boolean {
  return error instanceof ConcurrentUpsert || (!(error instanceof Problem) && isTransient(error));
}

/**
 * Has the server roll back a transaction whose commit was given up. The driver does not, once a commit was asked for, and the
 * server would keep the locks until the transaction has lived for its time. A commit that the server has carried out stays.
 */
async function abandon(connection: Connection, session: ClientSession): Promise<void> {
  session.hasEnded = false;
  const aborted = connection.getClient().db('admin').command({ abortTransaction: 1 }, { session });
  await waitUntil(Date.now() + maxEndMs, aborted).catch(() => undefined);
}

/**
 * Commits. The outcome of a commit that got no answer is unknown; it is asked for again until the deadline. No commit is sent
 * after the deadline: the driver sends nothing for a session that has ended, not even what waits for a connection.
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
          throw unavailable('It is not known whether the change was stored.', error);
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

/** The driver's withTransaction repeats the work, and the commit, for two minutes, whatever timeout it is given. */
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
 * Ends the session, and rolls back what is open, when the operation that is under way has been answered. Work may go on after its deadline,
 * and the driver would run an operation that comes between the rollback and the end of the session outside of any transaction: none is
 * sent any more.
 */
async function endSession(session: ClientSession, running: Promise<unknown>): Promise<void> {
  const endedAtDeadline = session.hasEnded;
  if (!endedAtDeadline) {
    session.hasEnded = true;
    await waitUntil(Date.now() + databaseTimeoutMs, running).catch(() => undefined);
    session.hasEnded = false;
  }
  await session.endSession();
  // The driver tells it only of a session that has not ended yet, and its client would hold this one for ever.
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
    // It needs the database, which may not answer.
    await waitUntil(Math.max(deadline, Date.now() + maxEndMs), endSession(session, running)).catch(() => undefined);
  }
}

/**
 * Runs `work` in one transaction, all or nothing, and again when it met another writer or the database was away for a
 * moment. `work` may therefore run more than once and must have no effect outside its session. Rejects with
 * SERVICE_UNAVAILABLE at the deadline, or when an operation of the work met an outage that lasted until then. What is
 * not committed by the deadline is rolled back; only an answer to a commit that was sent before is waited for.
 */
export function runInTransaction<T>(
  connection: Connection,
  deadline: Deadline,
  work: (session: ClientSession) => Promise<T>,
): Promise<T> {
  return getLimiter(connection).run('', () => runInSession(connection, deadline, work), deadline);
}
