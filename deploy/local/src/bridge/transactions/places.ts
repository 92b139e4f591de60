/** A bounded number of places; who finds none waits in line, for a bounded time. */
export class Places {
  #free: number;
  readonly #line: (() => void)[] = [];

  constructor(places: number) {
    this.#free = places;
  }

  /** Takes a place and answers with the function that gives it back, or with undefined after `waitMs`. */
  async take(waitMs: number): Promise<(() => void) | undefined> {
    if (this.#free > 0) this.#free -= 1;
    else if (!(await this.#stand(waitMs))) return undefined;
    let given = false;
    return () => {
      if (given) return;
      given = true;
      const next = this.#line.shift();
      if (next === undefined) this.#free += 1;
      else next();
    };
  }

  #stand(waitMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const called = (): void => {
        clearTimeout(timer);
        resolve(true);
      };
      const timer = setTimeout(() => {
        this.#line.splice(this.#line.indexOf(called), 1);
        resolve(false);
      }, waitMs);
      this.#line.push(called);
    });
  }
}
