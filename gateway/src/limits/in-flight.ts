import type { ServerResponse } from 'node:http';

/** Requests that a workspace has in flight at this gateway. */
export class InFlight {
  readonly #running = new Map<string, number>();

  /** Lets a request in until its answer is over; false when `most` of them are in already. */
  enter(key: string, most: number, response: ServerResponse): boolean {
    const running = this.#running.get(key) ?? 0;
    if (running >= most) return false;
    this.#running.set(key, running + 1);
    response.once('close', () => this.#leave(key));
    return true;
  }

  #leave(key: string): void {
    const left = (this.#running.get(key) ?? 1) - 1;
    if (left > 0) this.#running.set(key, left);
    else this.#running.delete(key);
  }
}
