import { realTime, type Time } from '@plotline/kit/core/time';

/** Clock that a test moves. It starts ten seconds after noon UTC. */
export class Clock {
  #now = Date.UTC(2026, 2, 1, 12, 0, 10);
  readonly now = (): number => this.#now;

  advance(milliseconds: number): void {
    this.#now += milliseconds;
  }
}

/** Machine's time. The test provides the monotonic clock. */
export function createMonotonic(monotonic: () => number): Time {
  return { ...realTime, monotonic };
}
