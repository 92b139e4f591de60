import { unavailable } from '../errors.js';

/** Items of one key that may wait; more are refused, as they would not be served in time. */
const maxQueued = 500;

interface Batch<T, R> {
  readonly items: T[];
  readonly done: Promise<R>;
}

interface Queue<T, R> {
  /** The next batch, which items still join. */
  open: Batch<T, R> | null;
  waiting: number;
  last: Promise<unknown>;
}

export interface BatcherOptions<T, R> {
  /** Only items of one key share a batch. */
  readonly key: (item: T) => string;
  readonly maxBatch: number;
  readonly run: (items: readonly T[]) => Promise<R>;
}

/**
 * Collects items that arrive while a batch runs and runs them together next: one batch of a key at a time, and no item waits
 * for others to arrive. Each call resolves or rejects with the batch that its item was in; rejects with
 * SERVICE_UNAVAILABLE when 500 items of its key wait already.
 */
export function createBatcher<T, R>({ key: toKey, maxBatch, run }: BatcherOptions<T, R>): (item: T) => Promise<R> {
  const queues = new Map<string, Queue<T, R>>();

  function openBatch(queue: Queue<T, R>, key: string): Batch<T, R> {
    const items: T[] = [];
    const start = () => {
      if (queue.open === batch) queue.open = null;
      queue.waiting -= items.length;
      return run(items);
    };
    const batch = { items, done: queue.last.then(start) };
    const last = batch.done
      .catch(() => undefined)
      .then(() => {
        if (queue.last === last) queues.delete(key);
      });
    queue.last = last;
    return batch;
  }

  return async (item) => {
    const key = toKey(item);
    const queue = queues.get(key) ?? { open: null, waiting: 0, last: Promise.resolve() };
    if (queue.waiting >= maxQueued) throw unavailable('Too many changes at once; try again.', undefined, 1);
    queues.set(key, queue);
    if (!queue.open || queue.open.items.length >= maxBatch) queue.open = openBatch(queue, key);
    queue.open.items.push(item);
    queue.waiting += 1;
    return queue.open.done;
  };
}
