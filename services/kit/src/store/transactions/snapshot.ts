import mongoose, { type ClientSession, type Connection } from 'mongoose';
import { invalid, Problem } from '../../core/errors.js';

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
 * Omits the read concern for a session that reads one state of the database, because the connection's would replace the
 * session's.
 */
export function readConcernOf(session?: ClientSession) {
  return session?.snapshotEnabled ? { readConcern: { level: 'snapshot' } as const } : {};
}

/** Returns the state that the session reads, which the driver learns with the first answer. */
function readSnapshot(session: ClientSession): string {
  const time: unknown = Reflect.get(session, 'snapshotTime');
  if (time instanceof mongoose.mongo.Timestamp) return `${time.t}.${time.i}`;
  throw new Error('The database did not report which state it showed.');
}

/**
 * Runs `work`, whose reads in the session all show the database state named by `snapshot`, whichever process read it
 * first; the present state when `snapshot` is empty. Throws PRECONDITION_FAILED when the database no longer keeps the
 * state, which it does for a limited time.
 */
export async function readAtSnapshot<T>(
  connection: Connection,
  snapshot: string,
  work: (session: ClientSession) => Promise<T>,
): Promise<SnapshotRead<T>> {
  const time = snapshot === '' ? undefined : parseSnapshot(snapshot);
  const session = await connection.startSession({ snapshot: true });
  try {
    // The driver offers no other way to read a state from another session.
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
