import type { Clock } from '@plotline/kit/process/runtime';

/**
 * Events of a workspace that a process handles at once. This is one batch. With more, one workspace would soon have
 * everything that the broker delivers.
 */
const maxAtHand = 128;
/** After this long without a moved event, a workspace's events are recorded in arrival order again. */
const calmMs = 10_000;

/**
 * Moves events of a workspace that has many at once, as from a large import, to a queue of their own, so that other
 * workspaces don't wait behind them. Later events are moved too, until none was left there for a while, so that they
 * stay in order.
 */
export class BulkEvents {
  readonly #clock: Clock;
  readonly #atHand = new Map<string, number>();
  readonly #movedUntil = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Returns whether the next event of the workspace is to be moved. */
  shouldMove(workspace: string): boolean {
    const isFull = (this.#atHand.get(workspace) ?? 0) >= maxAtHand;
    const isBusy = (this.#movedUntil.get(workspace) ?? 0) > this.#clock().getTime();
    if (isFull || isBusy) this.keepBusy(workspace);
    else this.#movedUntil.delete(workspace);
    return isFull || isBusy;
  }

  /** Reports that an event of the workspace was moved, or came from the other queue. */
  keepBusy(workspace: string): void {
    this.#movedUntil.set(workspace, this.#clock().getTime() + calmMs);
  }

  /** Counts an event of the workspace as in progress until the work ends. */
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
