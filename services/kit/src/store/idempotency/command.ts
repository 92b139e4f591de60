import type { Answer } from '../../core/answer.js';
import type { Caller } from '../../core/caller.js';

/**
 * The right to execute the request of an Idempotency-Key. Another request takes over the claim when its holder's
 * deadline has passed. If two holders execute the request, only one commits.
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

  /** Whether the answer was committed together with its change. */
  get isAnswerCommitted(): boolean {
    return this.#progress === 'committed';
  }

  /**
   * Whether the answer that was committed with the change may still be amended. Equal requests wait for the amended
   * one, until the deadline of this request at the latest.
   */
  get isProvisional(): boolean {
    return this.#isProvisional;
  }

  /** Marks that the request continues after the commit, and that `IdempotencyKeys.amend` will store its answer. */
  markProvisional(): void {
    this.#isProvisional = true;
  }

  /**
   * Whether a change was committed or may have been, because the outcome of the commit is unknown. The claim must then
   * be kept until its deadline, when an equal request finds the answer or executes the request.
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
