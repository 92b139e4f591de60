import { createContext, Script } from 'node:vm';

/** Work that the script runs. There is only one piece of work at a time, because the script runs synchronously. */
let run: () => void = () => undefined;

const context = createContext({ run: () => run() });
const script = new Script('run()');

/** Returns whether this is the timeout error of `node:vm`, which comes from another realm. */
function isTimeout(error: unknown): boolean {
  return typeof error === 'object' && error !== null && Reflect.get(error, 'code') === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}

/**
 * Runs synchronous work and interrupts it after this many milliseconds, even within a regular expression. Returns null
 * if the work was interrupted. Each call starts a thread.
 */
export function limitTime<T>(milliseconds: number, work: () => T): { readonly result: T } | null {
  let done: { readonly result: T } | null = null;
  run = () => {
    done = { result: work() };
  };
  try {
    script.runInContext(context, { timeout: milliseconds });
    return done;
  } catch (error) {
    if (isTimeout(error)) return null;
    throw error;
  }
}
