import type { Answer } from '../../core/answer.js';
import type { Caller } from '../../core/caller.js';

/**
 * Right to execute the request of an Idempotency-Key. After the holder's deadline, an equal request can take over the
 * claim. If two holders execute the request, only one commits.
 */
export class Claim {
  /** Id of the key's record. */
  readonly id: string;
  /** Distinguishes this holder from others of the same key. */
  readonly token: string;
  /** Hash of the request. A different request with the same key is refused. */
  readonly request: string;
  /** Workspace that the key belongs to. */
  readonly workspaceId: string;
  /** Deadline of the request. */
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

  /** Returns whether the answer was committed together with its change. */
  get isAnswerCommitted(): boolean {
    return this.#progress === 'committed';
  }

  /**
   * Returns whether the answer that was committed with the change may still be amended. Equal requests wait for the
   * amended answer, until the deadline of this request at the latest.
   */
  get isProvisional(): boolean {
    return this.#isProvisional;
  }

  /** Marks that the request continues after the commit, and that `IdempotencyKeys.amend` will store its answer. */
  markProvisional(): void {
    this.#isProvisional = true;
  }

  /**
   * Returns whether a change was committed, or may have been because the outcome of the commit is unknown. Then the
   * claim must be kept until its deadline. After that, an equal request finds the answer or executes the request.
   */
  get mayBeCommitted(): boolean {
    return this.#progress !== 'open';
  }

  /** Marks the start or restart of a transaction that stores the answer. Nothing is committed yet. */
  markOpen(): void {
    this.#progress = 'open';
  }

  /** Marks that the transaction has written everything and the commit follows. */
  markCommitting(): void {
    this.#progress = 'committing';
  }

  /** Marks that the commit has succeeded and the answer is stored. */
  markCommitted(): void {
    this.#progress = 'committed';
  }
}

/** A request that changes records: its caller, and the claim of its Idempotency-Key if it has one. */
export interface Command {
  readonly caller: Caller;
  readonly claim?: Claim;
}

/** The answer to a claimed request. */
export interface ClaimedAnswer {
  readonly claim: Claim;
  readonly answer: Answer;
}
