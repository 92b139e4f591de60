import { type LookupAddress, lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';

/**
 * Creates a look-up for new connections that rotates the addresses of a name, because the system's resolver always
 * returns them in the same order. Node tries the next address when a connection to the first address is refused.
 */
export function createLookupInTurn(): LookupFunction {
  let turn = 0;
  return (hostname, { family, hints }, callback) => {
    const options = { ...(family === undefined ? {} : { family }), ...(hints === undefined ? {} : { hints }) };
    lookup(hostname, { ...options, all: true }, (error, found: LookupAddress[] = []) => {
      turn += 1;
      const first = turn % Math.max(found.length, 1);
      callback(error, [...found.slice(first), ...found.slice(0, first)]);
    });
  };
}
