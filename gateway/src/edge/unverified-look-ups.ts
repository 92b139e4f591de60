import { unavailable } from '@plotline/kit/core/errors';
import { Limiter } from '@plotline/kit/core/limiter';

/** Number of look-ups of one kind that may run at the same time, and number of look-ups that may wait. */
interface LookUpSlots {
  readonly max: number;
  readonly maxWaiting: number;
}

/** Creates a limiter. It throws SERVICE_UNAVAILABLE when too many look-ups wait. */
export function createLookUpSlots(slots: LookUpSlots): Limiter {
  const refuse = () => unavailable('Too many credentials are being checked at the moment.', undefined, 1);
  return new Limiter({ ...slots, refuse });
}

/** Client whose credential is not verified yet. */
export interface UnverifiedClient {
  readonly network: string;
  /** Rejects with RATE_LIMIT_EXCEEDED when the network has used up its limit. */
  assertAllowed(): Promise<void>;
  /** Counts an invalid credential against the network. Rejects like `assertAllowed`. */
  countFailure(): Promise<void>;
}

/**
 * Looks up credentials that aren't known to be valid. Only invalid credentials count against the client's network, so
 * any number of clients with valid credentials can share an address.
 *
 * A limited number of look-ups runs at the same time, and networks take turns. A network at its limit gets no further
 * look-ups. Concurrent requests from one network with the same credential share a look-up.
 */
export class UnverifiedLookUps<Result> {
  readonly #slots: Limiter;
  readonly #waiting = new Map<string, Promise<Result | null>>();

  constructor(slots: LookUpSlots) {
    this.#slots = createLookUpSlots(slots);
  }

  /**
   * Looks up a credential. Rejects with the errors of `client` and of the look-up, and with SERVICE_UNAVAILABLE when
   * too many wait.
   */
  run(credential: string, client: UnverifiedClient, lookUp: () => Promise<Result | null>): Promise<Result | null> {
    const id = `${client.network} ${credential}`;
    const present = this.#waiting.get(id);
    if (present !== undefined) return present;
    const forget = () => {
      if (this.#waiting.get(id) === started) this.#waiting.delete(id);
    };
    const started = this.#slots.run(client.network, async () => {
      await client.assertAllowed();
      // Later requests share the running look-up if it started recently enough for them.
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
