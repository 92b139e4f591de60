import { Problem, unavailable } from '@plotline/kit/errors';

/** Bytes that the bodies of running requests may hold in memory. */
export interface BodyBudgetOptions {
  readonly totalBytes: number;
  /** Of one owner: a workspace, or an address where no workspace is known. */
  readonly shareBytes: number;
}

/** What one body holds of the budget. */
export interface BodyReservation {
  /** Adds bytes; throws RATE_LIMIT_EXCEEDED or SERVICE_UNAVAILABLE, without adding them, when they do not fit. */
  take(bytes: number): void;
  /** Gives everything back; may be called more than once. */
  release(): void;
}

/** Bounds the memory that bodies hold, so that those of one client cannot take the place of the others'. */
export class BodyBudget {
  readonly #options: BodyBudgetOptions;
  readonly #shares = new Map<string, number>();
  #heldBytes = 0;

  constructor(options: BodyBudgetOptions) {
    this.#options = options;
  }

  /** Bytes that are held now. */
  get heldBytes(): number {
    return this.#heldBytes;
  }

  open(owner: string): BodyReservation {
    let heldBytes = 0;
    return {
      take: (bytes) => {
        this.#take(owner, bytes);
        heldBytes += bytes;
      },
      release: () => {
        this.#giveBack(owner, heldBytes);
        heldBytes = 0;
      },
    };
  }

  #take(owner: string, bytes: number): void {
    const share = (this.#shares.get(owner) ?? 0) + bytes;
    if (share > this.#options.shareBytes) {
      const message = 'The bodies of your running requests are too large together. Try again in 1 second.';
      throw new Problem('RATE_LIMIT_EXCEEDED', message, { retryAfter: 1 });
    }
    if (this.#heldBytes + bytes > this.#options.totalBytes) {
      throw unavailable('Too many bodies arrive at the moment.', undefined, 1);
    }
    this.#shares.set(owner, share);
    this.#heldBytes += bytes;
  }

  #giveBack(owner: string, bytes: number): void {
    const share = (this.#shares.get(owner) ?? 0) - bytes;
    if (share > 0) this.#shares.set(owner, share);
    else this.#shares.delete(owner);
    this.#heldBytes -= bytes;
  }
}
