import { realTime, type Time } from '@plotline/kit/core/time';

/** A clock that a test moves: ten seconds into a UTC minute, at noon, until told otherwise. */
export class Clock {
  #now = Date.UTC(2026, 2, 1, 12, 0, 10);
  readonly now = (): number => this.#now;

  advance(milliseconds: number): void {
    this.#now += milliseconds;
  }
}

/** The time of the machine, but for its monotonic clock, which a test reads from elsewhere. */
export function createMonotonic(monotonic: () => number): Time {
  return { ...realTime, monotonic };
}
