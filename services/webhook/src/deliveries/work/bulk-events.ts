import { hash } from 'node:crypto';
import { Limiter } from '@plotline/kit/core/limiter';
import type { Clock } from '@plotline/kit/core/time';

/**
 * The queues of workspaces that have many events at once. Each workspace has its place in one of them, in every process, so that its events
 * stay in their order, and waits for those alone that share it.
 */
export const bulkQueues = [
  'webhook.events.bulk',
  'webhook.events.bulk.1',
  'webhook.events.bulk.2',
  'webhook.events.bulk.3',
] as const;

/** The queue that the events of a workspace are moved to. */
export function toBulkQueue(workspace: string): (typeof bulkQueues)[number] {
  const place = Number.parseInt(hash('sha256', workspace).slice(0, 4), 16) % bulkQueues.length;
  return bulkQueues[place] ?? bulkQueues[0];
}

/**
 * Events of a workspace that a process handles at once. This is one batch. With more, one workspace would soon have
 * everything that the broker delivers.
 */
const maxAtHand = 128;
/** After this long without a moved event, a workspace's events are recorded in arrival order again. */
const calmMs = 10_000;

/**
 * Events of a workspace that has many at once, as from a large import, are moved to another queue, so that those of others do not wait
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

  /** Returns whether the next event of the workspace is to be moved. */
  shouldMove(workspace: string): boolean {
    const isFull = this.#atHand.usedBy(workspace) >= maxAtHand;
    const isBusy = (this.#movedUntil.get(workspace) ?? 0) > this.#clock().getTime();
    if (isFull || isBusy) this.keepBusy(workspace);
    else this.#movedUntil.delete(workspace);
    return isFull || isBusy;
  }

  /** Reports that an event of the workspace was moved, or came from the other queue. */
  keepBusy(workspace: string): void {
    this.#movedUntil.set(workspace, this.#clock().getTime() + calmMs);
  }

  /** Counts an event of the workspace as being at hand until the work is over. */
  hold<T>(workspace: string, work: () => Promise<T>): Promise<T> {
    return this.#atHand.run(workspace, work);
  }
}
