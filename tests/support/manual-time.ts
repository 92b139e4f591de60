import { setTimeout as pause } from 'node:timers/promises';
import type { Time, Timer } from '@plotline/kit/core/time';

interface PendingTimer {
  readonly callback: () => void;
  readonly everyMs: number | undefined;
  dueAt: number;
}

/** Time that a real store gets to answer between two steps. */
const answerMs = 2;

/**
 * Time that stands still until a test advances it. Starts at the machine's time, because real stores use that time for
 * records.
 */
export class ManualTime implements Time {
  readonly #startedAt = Date.now();
  readonly #pending = new Set<PendingTimer>();
  #elapsed = 0;

  now(): number {
    return this.#startedAt + this.#elapsed;
  }

  monotonic(): number {
    return this.#elapsed;
  }

  setTimeout(callback: () => void, ms: number): Timer {
    return this.#add(callback, ms);
  }

  setInterval(callback: () => void, ms: number): Timer {
    return this.#add(callback, ms, ms);
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => void this.#add(resolve, ms));
  }

  /** Advances the time and runs the due timers in order. The work that they start may not have finished. */
  advance(ms: number): void {
    const end = this.#elapsed + ms;
    for (let next = this.#findNext(end); next; next = this.#findNext(end)) {
      this.#elapsed = Math.max(this.#elapsed, next.dueAt);
      if (next.everyMs === undefined) this.#pending.delete(next);
      else next.dueAt += next.everyMs;
      next.callback();
    }
    this.#elapsed = end;
  }

  /** Advances step by step until `check` does not throw, as `eventually` does. `patience` is in real time. */
  async passUntil<T>(check: () => Promise<T> | T, stepMs: number, patience = 90_000): Promise<T> {
    const end = Date.now() + patience;
    for (;;) {
      try {
        return await check();
      } catch (error) {
        if (Date.now() > end) throw error;
        this.advance(stepMs);
        await pause(answerMs);
      }
    }
  }

  #add(callback: () => void, ms: number, everyMs?: number): Timer {
    const added: PendingTimer = { callback, everyMs, dueAt: this.#elapsed + Math.max(ms, 1) };
    this.#pending.add(added);
    const timer: Timer = { cancel: () => void this.#pending.delete(added), unref: () => timer };
    return timer;
  }

  /**
   * Returns the first timer that is due by that time. If several are due at the same time, returns the one that was set
   * first.
   */
  #findNext(end: number): PendingTimer | undefined {
    let found: PendingTimer | undefined;
    for (const one of this.#pending) if (one.dueAt <= end && (!found || one.dueAt < found.dueAt)) found = one;
    return found;
  }
}
