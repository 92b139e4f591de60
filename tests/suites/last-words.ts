import { stripVTControlCharacters } from 'node:util';

const firstOfFailures = /^\s*\d+ failing$/;

/** Maximum number of lines to repeat from a suite's report, or from a suite that ended without reporting failures. */
const bound = 200;
const tail = 20;

/**
 * Returns the part of a suite's output that explains its failure: from mocha's `N failing` on, or else the last lines.
 */
export class LastWords {
  readonly #lines: string[] = [];
  #failing = false;
  #dropped = 0;

  add(line: string): void {
    if (!this.#failing && firstOfFailures.test(stripVTControlCharacters(line))) {
      this.#failing = true;
      this.#lines.length = 0;
    }
    if (this.#failing && this.#lines.length === bound) {
      this.#dropped += 1;
      return;
    }
    this.#lines.push(line);
    if (!this.#failing && this.#lines.length > tail) this.#lines.shift();
  }

  get lines(): readonly string[] {
    return this.#dropped > 0 ? [...this.#lines, `  … ${this.#dropped} more lines, see above`] : this.#lines;
  }
}
