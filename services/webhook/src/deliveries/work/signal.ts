/** Wakes a caller that waits. A notification while nobody waits ends the next wait immediately. */
export class Signal {
  #isNotified = false;
  #wake: () => void = () => undefined;

  notify(): void {
    this.#isNotified = true;
    this.#wake();
  }

  async wait(): Promise<void> {
    if (!this.#isNotified) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    this.#isNotified = false;
  }
}
