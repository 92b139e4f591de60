import { setTimeout as sleep } from 'node:timers/promises';

/** Tells the date that records get; a test passes one that stands or moves. */
export type Clock = () => Date;

/** A callback that was put off. */
export interface Timer {
  cancel(): void;
  /** Lets the process end although the timer has not. */
  unref(): Timer;
}

/**
 * The time that waits are measured by: leases, polls, heartbeats, retries and batches take one, so that a test moves it instead of
 * waiting. The dates of records come from a `Clock` instead.
 */
export interface Time {
  /** Milliseconds since the epoch, as other processes have them too. */
  now(): number;
  /** Milliseconds by a clock that is never put back, from any moment. */
  monotonic(): number;
  setTimeout(callback: () => void, ms: number): Timer;
  setInterval(callback: () => void, ms: number): Timer;
  sleep(ms: number): Promise<void>;
}

function toTimer(timer: NodeJS.Timeout): Timer {
  return {
    // Node clears intervals by this function too.
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
