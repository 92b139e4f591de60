import type { ClientSession, Connection } from 'mongoose';
import pLimit from 'p-limit';
import { assertBeforeDeadline, type Deadline } from '../deadline.js';
import { unavailable } from '../errors.js';
import { poolSize } from './connect.js';
import { isTransient } from './transient.js';

/**
 * Fewer transactions than connections: where a writer waits for another's lock, as PostgreSQL has it, the one that holds
 * the lock must still find a connection to commit on.
 */
const limit = pLimit(poolSize - 4);
/** Transactions that wait for their turn; more are refused, as they would not be served in time. */
const longestQueue = 500;

/**
 * Runs `work` in one transaction, all or nothing, and again when it met another writer. `work` may therefore run more
 * than once and must have no effect outside its session. Rejects with SERVICE_UNAVAILABLE when the deadline is over
 * or the database is away.
 */
export async function runInTransaction<T>(
  connection: Connection,
  deadline: Deadline,
  work: (session: ClientSession) => Promise<T>,
): Promise<T> {
  if (limit.pendingCount >= longestQueue) throw unavailable('Too many changes at once.', undefined, 1);
  return limit(() => transaction(connection, deadline, work));
}

async function transaction<T>(
  connection: Connection,
  deadline: Deadline,
  work: (session: ClientSession) => Promise<T>,
): Promise<T> {
  const session = await connection.startSession();
  try {
    // The driver repeats the work for two minutes, whatever timeout it is given.
    return await session.withTransaction(() => {
      assertBeforeDeadline(deadline);
      return work(session);
    });
  } catch (error) {
    if (isTransient(error)) throw unavailable('The change could not be stored in time.', error);
    throw error;
  } finally {
    await session.endSession();
  }
}
