import { type LookupAddress, lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';

/**
 * Creates what looks up a name for a new connection. Its addresses take turns in coming first, as the resolver of the system sorts them
 * the same way each time; Node connects to the next one when the first refuses.
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
