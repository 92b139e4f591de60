import { Problem } from '@plotline/kit/core/errors';

/** Reports that a turn did not come in time. Nothing was sent, so there is nothing to record. */
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

/** Queue of callers that wait for a shared resource, in order of arrival. */
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

  /** Releases the waiting callers for which `take` succeeds. Called when something becomes free. */
  goOn(take: (wanted: T) => boolean): void {
    for (const waiting of this.#waiting) {
      if (!take(waiting.wanted)) continue;
      this.#waiting.delete(waiting);
      waiting.begin();
    }
  }
}
