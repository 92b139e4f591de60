import { hash } from 'node:crypto';
import { Limiter } from '@plotline/kit/core/limiter';
import type { Clock } from '@plotline/kit/core/time';

/**
 * Queues for workspaces that have many events at the same time. All processes use the same queue for a workspace, so
 * its events stay in order. A workspace waits only for the other workspaces in its queue.
 */
export const bulkQueues = [
  'webhook.events.bulk',
  'webhook.events.bulk.1',
  'webhook.events.bulk.2',
  'webhook.events.bulk.3',
] as const;

/** Returns the queue to which the events of a workspace are moved. */
export function toBulkQueue(workspace: string): (typeof bulkQueues)[number] {
  const place = Number.parseInt(hash('sha256', workspace).slice(0, 4), 16) % bulkQueues.length;
  return bulkQueues[place] ?? bulkQueues[0];
}

/**
 * Maximum number of events of a workspace that a process handles at the same time: one batch that is recorded, and one
 * that arrives meanwhile. With a lower limit, 500 leads a second were moved, which costs the broker twice as much. With
 * a higher limit, the broker could deliver only the events of one workspace.
 */
const maxUnderWay = 256;
/** Time after the last moved event. Then a workspace's events are recorded in arrival order again. */
const calmMs = 10_000;

/**
 * Decides which events are moved to another queue. If a workspace has many events at the same time, for example from a
 * large import, its events are moved. So other workspaces don't wait for them. Later events of the workspace are moved
 * too, until none has been moved for a while. So the events stay in order.
 */
export class BulkEvents {
  readonly #clock: Clock;
  /** Events that this process handles, by workspace. */
  readonly #underWay = new Limiter({});
  readonly #movedUntil = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Returns whether the next event of the workspace is to be moved. */
  shouldMove(workspace: string): boolean {
    const isFull = this.#underWay.usedBy(workspace) >= maxUnderWay;
    const isBusy = (this.#movedUntil.get(workspace) ?? 0) > this.#clock().getTime();
    if (isFull || isBusy) this.keepBusy(workspace);
    else this.#movedUntil.delete(workspace);
    return isFull || isBusy;
  }

  /** Records that an event of the workspace was moved, or came from the other queue. */
  keepBusy(workspace: string): void {
    this.#movedUntil.set(workspace, this.#clock().getTime() + calmMs);
  }

  /** Runs the work for an event. Counts the event until the work has ended. */
  handle<T>(workspace: string, work: () => Promise<T>): Promise<T> {
    return this.#underWay.run(workspace, work);
  }
}
