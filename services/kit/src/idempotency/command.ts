import type { Caller } from '../caller.js';

/**
 * The right to carry out the request that came with an Idempotency-Key. A claim is taken over when its holder's deadline
 * is over; of two holders that carry the request out, one commits.
 */
export class Claim {
  /** Id of the key's record. */
  readonly id: string;
  /** Tells this holder from others of the same key. */
  readonly token: string;
  #isAnswerCommitted = false;

  constructor(id: string, token: string) {
    this.id = id;
    this.token = token;
  }

  /** Whether the answer was committed together with the change that it tells of. */
  get isAnswerCommitted(): boolean {
    return this.#isAnswerCommitted;
  }

  markAnswerCommitted(): void {
    this.#isAnswerCommitted = true;
  }
}

/** A request that changes records: on whose behalf, and the claim of its Idempotency-Key when it came with one. */
export interface Command {
  readonly caller: Caller;
  readonly claim?: Claim;
}
