import type { Clock } from '@plotline/kit/time';

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
  readonly #atHand = new Map<string, number>();
  readonly #movedUntil = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether the next event of the workspace is to be moved. */
  shouldMove(workspace: string): boolean {
    const isFull = (this.#atHand.get(workspace) ?? 0) >= maxAtHand;
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
  async hold<T>(workspace: string, work: () => Promise<T>): Promise<T> {
    this.#atHand.set(workspace, (this.#atHand.get(workspace) ?? 0) + 1);
    try {
      return await work();
    } finally {
      const left = (this.#atHand.get(workspace) ?? 1) - 1;
      if (left > 0) this.#atHand.set(workspace, left);
      else this.#atHand.delete(workspace);
    }
  }
}
