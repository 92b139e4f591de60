import { Problem, unavailable } from '@plotline/kit/errors';

/** What running requests may hold of something, such as bytes of memory or places. */
export interface SharedBudgetOptions {
  readonly total: number;
  /** Of one owner: a workspace, or an address where no workspace is known. */
  readonly share: number;
  /** Why an owner gets no more, and why nobody does. */
  readonly messages: { readonly share: string; readonly total: string };
  /** Seconds after which a refused request may be repeated. */
  readonly retryAfter: number;
}

/** What one request holds of the budget. */
export interface Reservation {
  /**
   * Takes more, and nothing after the release: the request is over. Throws RATE_LIMIT_EXCEEDED or SERVICE_UNAVAILABLE, without
   * taking it, when that does not fit.
   */
  take(amount: number): void;
  /** Gives everything back; may be called more than once. */
  release(): void;
}

/** Bounds what requests hold, so that those of one client cannot take the place of the others'. Nothing waits for it. */
export class SharedBudget {
  readonly #options: SharedBudgetOptions;
  readonly #shares = new Map<string, number>();
  #held = 0;

  constructor(options: SharedBudgetOptions) {
    this.#options = options;
  }

  /** What is held now. */
  get held(): number {
    return this.#held;
  }

  open(owner: string): Reservation {
    let held = 0;
    let isReleased = false;
    return {
      take: (amount) => {
        if (isReleased) return;
        this.#take(owner, amount);
        held += amount;
      },
      release: () => {
        isReleased = true;
        this.#giveBack(owner, held);
        held = 0;
      },
    };
  }

  #take(owner: string, amount: number): void {
    const { total, share, messages, retryAfter } = this.#options;
    const ofOwner = (this.#shares.get(owner) ?? 0) + amount;
    if (ofOwner > share) throw new Problem('RATE_LIMIT_EXCEEDED', messages.share, { retryAfter });
    if (this.#held + amount > total) throw unavailable(messages.total, undefined, retryAfter);
    this.#shares.set(owner, ofOwner);
    this.#held += amount;
  }

  #giveBack(owner: string, amount: number): void {
    const ofOwner = (this.#shares.get(owner) ?? 0) - amount;
    if (ofOwner > 0) this.#shares.set(owner, ofOwner);
    else this.#shares.delete(owner);
    this.#held -= amount;
  }
}
