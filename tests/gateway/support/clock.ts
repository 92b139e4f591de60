import { realTime, type Time } from '@plotline/kit/core/time';

/** Clock that a test moves. It starts ten seconds into a UTC minute, at noon. */
export class Clock {
  #now = Date.UTC(2026, 2, 1, 12, 0, 10);
  readonly now = (): number => this.#now;

  advance(milliseconds: number): void {
    this.#now += milliseconds;
  }
}

/** Time of the machine, except for its monotonic clock, which a test provides. */
export function createMonotonic(monotonic: () => number): Time {
  return { ...realTime, monotonic };
}
