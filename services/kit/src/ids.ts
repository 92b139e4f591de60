import { randomFillSync } from 'node:crypto';
import { monotonicFactory } from 'ulid';

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
