import { setTimeout as sleep } from 'node:timers/promises';

/** A callback that was put off. */
export interface Timer {
  cancel(): void;
  /** Lets the process end although the timer has not. */
  unref(): Timer;
}

/**
 * The time that waits are measured by: leases, polls, heartbeats, retries and batches take one, so that a test moves it instead of
 * waiting. What records say of the time is another matter: that is the `clock` of the runtime.
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
