import { Session } from 'node:inspector';

/** By then connections are open and the first jobs have run. */
const defaultDelayMs = 2_000;

/**
 * Gives the memory that the start of a process took back to the system, once, in some 50 ms. V8 would keep it until much more
 * is allocated, though it is half of what an idle process holds; it gives back all only when memory is short, which the
 * inspector can say. No port is opened.
 */
export function releaseMemoryOfStart(delayMs = defaultDelayMs): void {
  const release = () => {
    const session = new Session();
    session.connect();
    // Within the answer itself the inspector waits for itself for ever.
    session.post('HeapProfiler.collectGarbage', () => setImmediate(() => session.disconnect()));
  };
  setTimeout(release, delayMs).unref();
}
