import type { Answer } from '../../core/answer.js';
import type { Caller } from '../../core/caller.js';

/**
 * The right to carry out the request that came with an Idempotency-Key. A claim is taken over when its holder's deadline
 * is over; of two holders that carry the request out, one commits.
 */
export class Claim {
  /** Id of the key's record. */
  readonly id: string;
  /** Tells this holder from others of the same key. */
  readonly token: string;
  /** Hash of the request: the same key for another request is refused. */
  readonly request: string;
  /** The workspace that the key belongs to. */
  readonly workspaceId: string;
  /** The deadline of the request. */
  readonly until: Date;
  #progress: 'open' | 'committing' | 'committed' = 'open';
  #isProvisional = false;

  constructor({
    id,
    token,
    request,
    workspaceId,
    until,
  }: Pick<Claim, 'id' | 'token' | 'request' | 'workspaceId' | 'until'>) {
    this.id = id;
    this.token = token;
    this.request = request;
    this.workspaceId = workspaceId;
    this.until = until;
  }

  /** Whether the answer was committed together with the change that it tells of. */
  get isAnswerCommitted(): boolean {
    return this.#progress === 'committed';
  }

  /**
   * Whether the answer that is kept with the change may still be amended. Equal requests wait for the amended one, until the deadline
   * of this request at the latest.
   */
  get isProvisional(): boolean {
    return this.#isProvisional;
  }

  /** The request goes on after the commit, and `IdempotencyKeys.amend` will tell its answer. */
  markProvisional(): void {
    this.#isProvisional = true;
  }

  /**
   * Whether a change may have been committed: it was, or the commit was asked for and nobody knows what became of it. The
   * claim is then not given up before its deadline, when an equal request finds the answer or carries the request out.
   */
  get mayBeCommitted(): boolean {
    return this.#progress !== 'open';
  }

  /** A transaction that stores the answer begins, or begins anew: nothing of it is committed. */
  markOpen(): void {
    this.#progress = 'open';
  }

  /** The transaction has written everything; what follows is the commit. */
  markCommitting(): void {
    this.#progress = 'committing';
  }

  /** The commit has succeeded: the answer is stored. */
  markCommitted(): void {
    this.#progress = 'committed';
  }
}

/** A request that changes records: on whose behalf, and the claim of its Idempotency-Key when it came with one. */
export interface Command {
  readonly caller: Caller;
  readonly claim?: Claim;
}

/** The answer to a claimed request. */
export interface ClaimedAnswer {
  readonly claim: Claim;
  readonly answer: Answer;
}
