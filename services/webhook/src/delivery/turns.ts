import { Problem } from '@plotline/kit/errors';

/** A turn did not come in time. Nothing was sent, so there is nothing to record. */
export class Busy extends Problem {
  constructor(message: string) {
    super('SERVICE_UNAVAILABLE', message, { retryAfter: 1 });
  }
}

export interface TurnOptions {
  readonly maxWaitMs: number;
  /** Why a turn did not come. */
  readonly message: string;
}

interface Waiting<T> {
  readonly wanted: T;
  readonly begin: () => void;
}

/** Those that wait for what others have taken, in the order in which they came. */
export class Turns<T> {
  readonly #options: TurnOptions;
  readonly #waiting = new Set<Waiting<T>>();

  constructor(options: TurnOptions) {
    this.#options = options;
  }

  /** Resolves in its turn. Rejects with Busy when that does not come in time. */
  wait(wanted: T): Promise<void> {
    const { maxWaitMs, message } = this.#options;
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.#waiting.delete(waiting);
        reject(new Busy(message));
      };
      const timer = setTimeout(giveUp, maxWaitMs);
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      const waiting: Waiting<T> = { wanted, begin };
      this.#waiting.add(waiting);
    });
  }

  /** To be called when something is free: those go on for which `take` could take what they want. */
  goOn(take: (wanted: T) => boolean): void {
    for (const waiting of this.#waiting) {
      if (!take(waiting.wanted)) continue;
      this.#waiting.delete(waiting);
      waiting.begin();
    }
  }
}
