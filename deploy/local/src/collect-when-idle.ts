// Loaded into every Node process of the local system with `--import`, so that an idle one holds no memory that only its
// start or the last load needed. V8 gives such memory back by itself only under pressure, which a machine of a
// developer hardly ever puts on it. Under load nothing happens, so nothing is slower.

import { Session } from 'node:inspector';

const CHECK_EVERY_MS = 5_000;
/** Processor time in a check interval, up to which the process counts as idle. */
const IDLE_MS = 250;
/** Processor time since the last collection from which on there may be something worth collecting. */
const WORTHWHILE_MS = 500;

let session: Session | undefined;
let atLastCheck = 0;
let atLastCollection = 0;

setInterval(() => {
  const now = usedMs();
  const isIdle = now - atLastCheck < IDLE_MS;
  atLastCheck = now;
  if (!isIdle || now - atLastCollection < WORTHWHILE_MS) return;
  atLastCollection = now;
  collectGarbage();
}, CHECK_EVERY_MS).unref();

function usedMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * The collection that a developer asks for in the memory tab: unlike `gc()` it also shrinks the young generation. The
 * session is kept: to disconnect it while V8 still reports the collection would wait for a lock that is held.
 */
function collectGarbage(): void {
  if (session === undefined) {
    session = new Session();
    session.connect();
  }
  // Its own work is no reason for another one.
  session.post('HeapProfiler.collectGarbage', () => {
    atLastCollection = usedMs();
  });
}
