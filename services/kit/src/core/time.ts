import { setTimeout as sleep } from 'node:timers/promises';

/** Returns the date for records. A test passes one that it controls. */
export type Clock = () => Date;

/** A scheduled callback. */
export interface Timer {
  cancel(): void;
  /** Lets the process end before the timer fires. */
  unref(): Timer;
}

/**
 * Time for leases, polls, heartbeats, retries and batches. A test moves it instead of waiting. The dates of records
 * come from a `Clock` instead.
 */
export interface Time {
  /** Milliseconds since the epoch, comparable with other processes. */
  now(): number;
  /** Milliseconds on a monotonic clock, from an arbitrary start. */
  monotonic(): number;
  setTimeout(callback: () => void, ms: number): Timer;
  setInterval(callback: () => void, ms: number): Timer;
  sleep(ms: number): Promise<void>;
}

function toTimer(timer: NodeJS.Timeout): Timer {
  return {
    // Node clears intervals with this function too.
    cancel: () => clearTimeout(timer),
    unref() {
      timer.unref();
      return this;
    },
  };
}

/** The time of the machine. */
export const realTime: Time = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  setTimeout: (callback, ms) => toTimer(setTimeout(callback, ms)),
  setInterval: (callback, ms) => toTimer(setInterval(callback, ms)),
  sleep: (ms) => sleep(ms),
};
