import { Limiter } from '@plotline/kit/limiter';
import type { Clock } from '@plotline/kit/process/runtime';

/** Events of a workspace that a process has at hand. That is a batch; of more, all that the broker hands over would soon be its. */
const maxAtHand = 128;
/** A workspace of which none was moved for so long has its events recorded as they come again. */
const calmMs = 10_000;

/**
 * Events of a workspace that has many at once, as from a large import, are moved to a queue of their own, so that those of others do not wait
 * behind them. Those that follow are moved as well, until none was left there for a while: they stay in their order.
 */
export class BulkEvents {
  readonly #clock: Clock;
  /** Events at hand, by workspace. */
  readonly #atHand = new Limiter({});
  readonly #movedUntil = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether the next event of the workspace is to be moved. */
  shouldMove(workspace: string): boolean {
    const isFull = this.#atHand.usedBy(workspace) >= maxAtHand;
    const isBusy = (this.#movedUntil.get(workspace) ?? 0) > this.#clock().getTime();
    if (isFull || isBusy) this.keepBusy(workspace);
    else this.#movedUntil.delete(workspace);
    return isFull || isBusy;
  }

  /** Tells that an event of the workspace was moved, or has come from the other queue. */
  keepBusy(workspace: string): void {
    this.#movedUntil.set(workspace, this.#clock().getTime() + calmMs);
  }

  /** Counts an event of the workspace as being at hand until the work is over. */
  hold<T>(workspace: string, work: () => Promise<T>): Promise<T> {
    return this.#atHand.run(workspace, work);
  }
}
