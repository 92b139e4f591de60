/** Bounded number of permits. A task that finds no free permit waits for a bounded time, in order of arrival. */
export class Semaphore {
  #permits: number;
  readonly #waiters: (() => void)[] = [];

  constructor(permits: number) {
    this.#permits = permits;
  }

  /**
   * Acquires a permit and returns the function that releases it. Returns undefined if no permit is free within
   * `waitMs`.
   */
  async acquire(waitMs: number): Promise<(() => void) | undefined> {
    if (this.#permits > 0) this.#permits -= 1;
    else if (!(await this.#wait(waitMs))) return undefined;
    let released = false;
    return () => {
      if (released) return;
      released = true;
      const next = this.#waiters.shift();
      if (next === undefined) this.#permits += 1;
      else next();
    };
  }

  #wait(waitMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const proceed = (): void => {
        clearTimeout(timer);
        resolve(true);
      };
      const timer = setTimeout(() => {
        this.#waiters.splice(this.#waiters.indexOf(proceed), 1);
        resolve(false);
      }, waitMs);
      this.#waiters.push(proceed);
    });
  }
}
