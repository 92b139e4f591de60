import { randomFillSync } from 'node:crypto';
import { encodeTime, monotonicFactory } from 'ulid';

/** Pool of random bytes. Fetching each of an id's sixteen bytes would cost more than the rest of it. */
const pool = new Uint8Array(4_096);
let used = pool.length;

/** Returns a random number from 0 to below 1. */
function nextRandom(): number {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const byte = pool[used] ?? 0;
  used += 1;
  return byte / 256;
}

const nextUlid = monotonicFactory(nextRandom);

/**
 * Creates an opaque id such as `evt_01jd…`: the prefix, then a ULID in lower case, so that ids sort by creation time.
 */
export function newId(prefix: string): string {
  return `${prefix}_${nextUlid().toLowerCase()}`;
}

const timeLength = 10;

/** Derives an id in the form of `newId` from a record and a time. The same input always gives the same id. */
export function deriveId(prefix: string, recordId: string, at: Date): string {
  const ulid = recordId.slice(recordId.lastIndexOf('_') + 1);
  return `${prefix}_${encodeTime(at.getTime(), timeLength).toLowerCase()}${ulid.slice(timeLength)}`;
}
