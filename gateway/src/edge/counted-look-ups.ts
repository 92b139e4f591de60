/** Whom the look-up of a credential that was never good counts for. */
export interface Stranger {
  readonly network: string;
  /** Counts a look-up before it is made; rejects when the network may make none. Resolves to what takes it out again. */
  count(): Promise<() => Promise<void>>;
}

/**
 * Look-ups of credentials that were never good. Each is counted for its stranger before it is made, and taken out again when the
 * credential is good or cannot be checked. Concurrent requests of one network with one credential are counted once.
 */
export class CountedLookUps<Result> {
  readonly #running = new Map<string, Promise<Result | null>>();

  /** Rejects as the count and the look-up do. */
  run(credential: string, stranger: Stranger, lookUp: () => Promise<Result | null>): Promise<Result | null> {
    const id = `${stranger.network} ${credential}`;
    const present = this.#running.get(id);
    if (present !== undefined) return present;
    const counted = stranger.count().then(async (refund) => {
      // Those that come from now on join the look-up itself, if it is not too old for them.
      this.#running.delete(id);
      try {
        const result = await lookUp();
        if (result !== null) await refund();
        return result;
      } catch (error) {
        await refund();
        throw error;
      }
    });
    this.#running.set(id, counted);
    const forget = () => {
      if (this.#running.get(id) === counted) this.#running.delete(id);
    };
    counted.then(forget, forget);
    return counted;
  }
}
