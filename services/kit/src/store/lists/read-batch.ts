import mongoose, { type ClientSession } from 'mongoose';
import type { RecordModel } from '../records/record-model.js';

/**
 * MongoDB's error codes for a server that shuts down or is no longer primary. A different server can answer the same
 * read.
 */
const changedServerCodes: ReadonlySet<unknown> = new Set([
  91, // ShutdownInProgress
  189, // PrimarySteppedDown
  10_107, // NotWritablePrimary
  11_600, // InterruptedAtShutdown
  11_602, // InterruptedDueToReplStateChange
  13_435, // NotPrimaryNoSecondaryOk
  13_436, // NotPrimaryOrSecondary
]);

function hasLostServer(error: unknown): boolean {
  return (
    error instanceof mongoose.mongo.MongoNetworkError ||
    (error instanceof mongoose.mongo.MongoServerError && changedServerCodes.has(error.code))
  );
}

/**
 * Returns the connection's read concern, because the driver doesn't add it to commands. Transactions and snapshots have
 * their own.
 */
function chooseConcern({ readConcern }: mongoose.mongo.Db, session?: ClientSession) {
  if (session?.inTransaction() || session?.snapshotEnabled || !readConcern) return {};
  return { readConcern: { level: readConcern.level } };
}

/**
 * Runs `find` or `aggregate` as a plain command, which needs 25% to 50% less processor time than a driver cursor.
 * Returns null if a cursor must be used instead, because the documents don't fit into one batch or the connection was
 * lost. The driver retries cursor reads, but not commands. In a transaction, a lost connection is an error.
 */
export async function readBatch<T>(
  { db: connection }: RecordModel,
  command: Readonly<Record<string, unknown>>,
  session?: ClientSession,
): Promise<T[] | null> {
  const { db } = connection;
  if (!db) throw new mongoose.mongo.MongoNotConnectedError('The database is not connected.');
  const concerned = { ...command, ...chooseConcern(db, session) };
  try {
    const { cursor } = await db.command(concerned, session ? { session } : {});
    if (String(cursor.id) === '0') return cursor.firstBatch;
    // The command's session has ended, so the rest can't be read. The server drops the rest by itself.
    return null;
  } catch (error) {
    if (session?.inTransaction() || !hasLostServer(error)) throw error;
    return null;
  }
}
