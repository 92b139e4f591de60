import { monotonicFactory } from 'ulid';

const nextUlid = monotonicFactory();

/** A new opaque id such as `evt_01jd…`: the prefix, then a ULID in lower case, so that ids sort by time of creation. */
export function newId(prefix: string): string {
  return `${prefix}_${nextUlid().toLowerCase()}`;
}
