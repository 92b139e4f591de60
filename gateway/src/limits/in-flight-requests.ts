import type { CountedRequest } from './counted-request.js';

/** Counts the requests that somebody has in flight at this gateway. */
export class InFlightRequests {
  readonly #counts = new Map<string, number>();

  /** Counts a request until it is over; false, without counting it, when `max` are in flight already. */
  tryEnter(key: string, max: number, { onClose }: Pick<CountedRequest, 'onClose'>): boolean {
    const count = this.#counts.get(key) ?? 0;
    if (count >= max) return false;
    this.#counts.set(key, count + 1);
    onClose(() => this.#leave(key));
    return true;
  }

  #leave(key: string): void {
    const count = (this.#counts.get(key) ?? 1) - 1;
    if (count > 0) this.#counts.set(key, count);
    else this.#counts.delete(key);
  }
}
