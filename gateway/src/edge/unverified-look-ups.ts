import { unavailable } from '@plotline/kit/core/errors';
import { Limiter } from '@plotline/kit/core/limiter';

/** Look-ups of one kind that may run at once, and how many may wait for that. */
interface LookUpSlots {
  readonly max: number;
  readonly maxWaiting: number;
}

/** Refuses with SERVICE_UNAVAILABLE when too many wait. */
export function createLookUpSlots(slots: LookUpSlots): Limiter {
  const refuse = () => unavailable('Too many credentials are being checked at the moment.', undefined, 1);
  return new Limiter({ ...slots, refuse });
}

/** Client whose credential is not verified yet. */
export interface UnverifiedClient {
  readonly network: string;
  /** Rejects with RATE_LIMIT_EXCEEDED when the network has used up its limit. */
  assertAllowed(): Promise<void>;
  /** Counts an invalid credential for the network; rejects as `assertAllowed` does. */
  countFailure(): Promise<void>;
}

/**
 * Look-ups of credentials that were never good. Only invalid ones count for the network of the client, so that any number of clients with
 * good ones can share an address. A bounded number runs at once, and networks take turns: one at its limit has no more than those made in vain.
 * Concurrent requests of one network with one credential share a look-up.
 */
export class UnverifiedLookUps<Result> {
  readonly #slots: Limiter;
  readonly #waiting = new Map<string, Promise<Result | null>>();

  constructor(slots: LookUpSlots) {
    this.#slots = createLookUpSlots(slots);
  }

  /** Rejects as the client and the look-up do, and with SERVICE_UNAVAILABLE when too many wait. */
  run(credential: string, client: UnverifiedClient, lookUp: () => Promise<Result | null>): Promise<Result | null> {
    const id = `${client.network} ${credential}`;
    const present = this.#waiting.get(id);
    if (present !== undefined) return present;
    const forget = () => {
      if (this.#waiting.get(id) === started) this.#waiting.delete(id);
    };
    const started = this.#slots.run(client.network, async () => {
      await client.assertAllowed();
      // Those that come from now on join the look-up itself, if it is not too old for them.
      forget();
      const result = await lookUp();
      if (result === null) await client.countFailure();
      return result;
    });
    this.#waiting.set(id, started);
    started.then(forget, forget);
    return started;
  }
}
