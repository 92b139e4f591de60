import mongoose, { type ClientSession, type Connection } from 'mongoose';
import { invalid, Problem } from '../../core/errors.js';

/** What was read, and the name of the state of the database that it shows. */
export interface SnapshotRead<T> {
  readonly result: T;
  readonly snapshot: string;
}

/** MongoDB's codes for a state that it keeps no longer, or cannot show. */
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
  throw invalid({ field: 'snapshot', message: 'must be empty or the snapshot of the page before' });
}

/** The read concern of the connection would replace that of a session which reads one state of the database. */
export function readConcernOf(session?: ClientSession) {
  return session?.snapshotEnabled ? { readConcern: { level: 'snapshot' } as const } : {};
}

/** The state that the session reads; the driver learns it with the first answer. */
function readSnapshot(session: ClientSession): string {
  const time: unknown = Reflect.get(session, 'snapshotTime');
  if (time instanceof mongoose.mongo.Timestamp) return `${time.t}.${time.i}`;
  throw new Error('The database did not tell which state it has shown.');
}

/**
 * Runs `work`, which reads with the session one thing after the other, on the state of the database that `snapshot` names, whichever
 * process read it first; on the present one when it is empty. Throws PRECONDITION_FAILED when the database keeps the state no longer: it
 * does so for a bounded time.
 */
export async function readAtSnapshot<T>(
  connection: Connection,
  snapshot: string,
  work: (session: ClientSession) => Promise<T>,
): Promise<SnapshotRead<T>> {
  const time = snapshot === '' ? undefined : parseSnapshot(snapshot);
  const session = await connection.startSession({ snapshot: true });
  try {
    // The driver has no other way to read, in one session, what another one has read.
    if (time) Object.assign(session, { snapshotTime: time });
    const result = await work(session);
    return { result, snapshot: readSnapshot(session) };
  } catch (error) {
    if (!isGone(error)) throw error;
    throw new Problem('PRECONDITION_FAILED', 'The state that was read is kept no longer.', { cause: error });
  } finally {
    await session.endSession().catch(() => undefined);
  }
}
