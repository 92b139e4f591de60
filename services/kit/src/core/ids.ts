import { randomFillSync } from 'node:crypto';
import { encodeTime, monotonicFactory } from 'ulid';

/** Random bytes are taken from here: asking for each of the sixteen of an id costs more than the rest of it. */
const pool = new Uint8Array(4_096);
let used = pool.length;

/** A random number from 0 to below 1. */
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

/** A new opaque id such as `evt_01jd…`: the prefix, then a ULID in lower case, so that ids sort by time of creation. */
export function newId(prefix: string): string {
  return `${prefix}_${nextUlid().toLowerCase()}`;
}

const timeLength = 10;

/** The id for what belongs to a record at a time, the same whenever it is asked for: as `newId` makes one at that time. */
export function deriveId(prefix: string, recordId: string, at: Date): string {
  const ulid = recordId.slice(recordId.lastIndexOf('_') + 1);
  return `${prefix}_${encodeTime(at.getTime(), timeLength).toLowerCase()}${ulid.slice(timeLength)}`;
}
