/** Random numbers that are the same in every run, from a linear congruential generator. */
export class RandomSource {
  #state: number;

  constructor(seed: number) {
    // Consecutive seeds must not give similar sequences.
    this.#state = Math.imul(seed + 1, 2_654_435_761) >>> 0;
  }

  /** Returns a whole number from 0 to `limit` - 1. */
  next(limit: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * limit);
  }

  pick<T>(choices: readonly [T, ...T[]]): T {
    return choices[this.next(choices.length)] ?? choices[0];
  }
}
