/** The same throws in every run: a small linear congruential generator. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    // Seeds that follow each other must not give throws that do.
    this.#state = Math.imul(seed + 1, 2_654_435_761) >>> 0;
  }

  /** A whole number from 0 to `sides` - 1. */
  throw(sides: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * sides);
  }

  pick<T>(choices: readonly [T, ...T[]]): T {
    return choices[this.throw(choices.length)] ?? choices[0];
  }
}
