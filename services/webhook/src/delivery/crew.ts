import { setTimeout as sleep } from 'node:timers/promises';

/** Pieces of work that run beside each other, each under a name, never more than `width` at once. */
export class Crew {
  readonly #width: number;
  readonly #running = new Map<string, Promise<void>>();
  readonly #faults: unknown[] = [];

  constructor(width: number) {
    this.#width = width;
  }

  /** What runs now. */
  names(): ReadonlySet<string> {
    return new Set(this.#running.keys());
  }

  /** Waits until another piece may be started. */
  async room(): Promise<void> {
    while (this.#running.size >= this.#width) await Promise.race(this.#running.values());
  }

  start(name: string, work: () => Promise<void>): void {
    const running = work()
      .catch((error: unknown) => void this.#faults.push(error))
      .finally(() => this.#running.delete(name));
    this.#running.set(name, running);
  }

  /** Waits until a piece ends, or so many milliseconds. */
  async pause(milliseconds: number): Promise<void> {
    const timer = new AbortController();
    const over = sleep(milliseconds, undefined, { signal: timer.signal }).catch(() => undefined);
    await Promise.race([...this.#running.values(), over]);
    timer.abort();
  }

  /** Whether a piece has failed: no more should be started. */
  hasFailed(): boolean {
    return this.#faults.length > 0;
  }

  /** Waits until nothing runs; then throws the first fault, if any piece failed. */
  async finish(): Promise<void> {
    await Promise.all(this.#running.values());
    if (this.hasFailed()) throw this.#faults[0];
  }
}
