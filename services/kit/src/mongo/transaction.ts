import type { ClientSession, Connection } from 'mongoose';
import pLimit from 'p-limit';
import { assertBeforeDeadline, type Deadline } from '../deadline.js';
import { unavailable } from '../errors.js';
import { poolSize } from './connect.js';

/**
 * Fewer transactions than connections: a writer may wait for another's lock, and the transaction that holds the lock still
 * needs a connection to commit on.
 */
const limit = pLimit(poolSize - 4);
/** Transactions that wait for their turn; more are refused, as they would not be served in time. */
const maxQueued = 500;

function hasLabel(error: unknown, label: string): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'hasErrorLabel' in error &&
    typeof error.hasErrorLabel === 'function' &&
    error.hasErrorLabel(label) === true
  );
}

/** Whether the database was unreachable or refused for a moment: the same work may succeed a little later. */
export function isTransient(error: unknown): boolean {
  if (hasLabel(error, 'TransientTransactionError') || hasLabel(error, 'UnknownTransactionCommitResult')) return true;
  return (
    error instanceof Error &&
    /^Mongo(Network|ServerSelection|NotConnected|WaitQueue|Topology|PoolClear)/.test(error.name)
  );
}

/**
 * Runs `work` in one transaction, all or nothing, and again when it met another writer. `work` may therefore run more
 * than once and must have no effect outside its session. Rejects with SERVICE_UNAVAILABLE when the deadline is over
 * or the database cannot be reached.
 */
export async function runInTransaction<T>(
  connection: Connection,
  deadline: Deadline,
  work: (session: ClientSession) => Promise<T>,
): Promise<T> {
  if (limit.pendingCount >= maxQueued) throw unavailable('Too many changes at once.', undefined, 1);
  return limit(() => runOnSession(connection, deadline, work));
}

async function runOnSession<T>(
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
