import { createContext, Script } from 'node:vm';

/** The work that the script runs: there is one at a time, as it runs to its end at once. */
let run: () => void = () => undefined;

const context = createContext({ run: () => run() });
const script = new Script('run()');

/** The error of `node:vm` when the time is over; it is one of another realm. */
function isTimeout(error: unknown): boolean {
  return typeof error === 'object' && error !== null && Reflect.get(error, 'code') === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}

/**
 * Runs work that does not wait, and interrupts it after so many milliseconds, also within a regular expression. Null when it was
 * interrupted. It costs the start of a thread.
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
