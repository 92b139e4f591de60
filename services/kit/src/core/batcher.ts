import { setImmediate as nextTurn } from 'node:timers/promises';
import { unavailable } from './errors.js';
import { type Deadline, realTime, type Time } from './time.js';

const defaultMaxQueued = 500;
const maxGatherMs = 50;

interface Batch<T, R> {
  readonly items: T[];
  bytes: number;
  readonly done: Promise<R>;
  /** Stops waiting for further items. */
  endWait: () => void;
}

interface Queue<T, R> {
  /** Next batch. Items can still join it. */
  open: Batch<T, R> | null;
  waiting: number;
  last: Promise<unknown>;
  /** Number of items that the next batch waits for, and the time at which the wait ends. */
  expected: { readonly count: number; readonly until: number };
}

export interface BatcherOptions<T, R> {
  /** Returns the key of an item; only items of the same key share a batch. */
  readonly key: (item: T) => string;
  readonly maxBatch: number;
  /**
   * Runs batches of one key in parallel. Each starts in the next turn of the event loop, so no item waits for a batch
   * that hangs. By default, a batch starts when the previous one has ended.
   */
  readonly isConcurrent?: boolean;
  /** Size in bytes at which a batch takes no further items. */
  readonly maxBatchBytes?: number;
  /** Returns the size of an item in bytes. By default, 0. */
  readonly toBytes?: (item: T) => number;
  /**
   * Maximum wait for returning callers, as a share of the previous batch's duration. Without it, callers that send one
   * request after another split into two groups that take turns. A lone caller never waits.
   */
  readonly waitShare?: number;
  /**
   * Replaces `waitShare`. A batch that isn't full starts at least this many milliseconds after the previous batch
   * started. So frequent items share batches, and rare items never wait. The argument is the previous batch's result,
   * or undefined if it was rejected.
   */
  readonly toIntervalMs?: (result: R | undefined) => number;
  /**
   * Maximum items of one key that may wait, because more would not be handled in time. Default: 500, or unlimited if
   * concurrent.
   */
  readonly maxQueued?: number;
  readonly time?: Time;
  readonly run: (items: readonly T[]) => Promise<R>;
}

/**
 * Creates a function that collects items and runs them in batches. A call resolves or rejects together with its item's
 * batch. It rejects with SERVICE_UNAVAILABLE if `maxQueued` items of its key already wait.
 */
export function createBatcher<T, R>(options: BatcherOptions<T, R>): (item: T) => Promise<R> {
  const { key: toKey, maxBatch, isConcurrent = false, waitShare = 0, toIntervalMs, run } = options;
  const { maxQueued = isConcurrent ? Number.POSITIVE_INFINITY : defaultMaxQueued } = options;
  const { maxBatchBytes = Number.POSITIVE_INFINITY, toBytes = () => 0, time = realTime } = options;
  const queues = new Map<string, Queue<T, R>>();

  function isFull({ items, bytes }: Batch<T, R>): boolean {
    return items.length >= maxBatch || bytes >= maxBatchBytes;
  }

  function isComplete(batch: Batch<T, R>, { expected }: Queue<T, R>): boolean {
    return isFull(batch) || batch.items.length >= expected.count;
  }

  /** Resolves when the expected callers have arrived, or when the wait for them is over. */
  function waitForCallers(batch: Batch<T, R>, queue: Queue<T, R>): Promise<void> | undefined {
    const leftMs = queue.expected.until - time.monotonic();
    if (leftMs <= 0 || isComplete(batch, queue)) return undefined;
    return new Promise((resolve) => {
      const timer = time.setTimeout(resolve, leftMs);
      batch.endWait = () => {
        timer.cancel();
        resolve();
      };
    });
  }

  function openBatch(queue: Queue<T, R>, key: string): Batch<T, R> {
    const items: T[] = [];
    let startedAt = 0;
    const expectMore = (result: R | undefined) => {
      const now = time.monotonic();
      const gatherMs = Math.min((now - startedAt) * waitShare, maxGatherMs);
      queue.expected =
        toIntervalMs === undefined
          ? { count: items.length + queue.waiting, until: now + gatherMs }
          : { count: maxBatch, until: startedAt + toIntervalMs(result) };
    };
    const start = () => {
      startedAt = time.monotonic();
      if (queue.open === batch) queue.open = null;
      queue.waiting -= items.length;
      if (isConcurrent) expectMore(undefined);
      return run(items);
    };
    const begin = isConcurrent ? nextTurn() : queue.last;
    const done = begin.then(() => waitForCallers(batch, queue)?.then(start) ?? start());
    const batch: Batch<T, R> = { items, bytes: 0, done, endWait: () => undefined };
    const forget = () => {
      if (queue.last === last) queues.delete(key);
    };
    const last = done
      .catch(() => undefined)
      .then((result) => {
        if (!isConcurrent) expectMore(result);
        const leftMs = queue.expected.until - time.monotonic();
        if (leftMs <= 0) forget();
        else time.setTimeout(forget, leftMs).unref();
      });
    queue.last = last;
    return batch;
  }

  return async (item) => {
    const key = toKey(item);
    const queue = queues.get(key) ?? {
      open: null,
      waiting: 0,
      last: Promise.resolve(),
      expected: { count: 0, until: 0 },
    };
    if (queue.waiting >= maxQueued) throw unavailable('Too many requests at the same time. Try again.', undefined, 1);
    queues.set(key, queue);
    if (!queue.open || isFull(queue.open)) queue.open = openBatch(queue, key);
    const batch = queue.open;
    batch.items.push(item);
    batch.bytes += toBytes(item);
    queue.waiting += 1;
    if (isComplete(batch, queue)) batch.endWait();
    return batch.done;
  };
}

/** A read that shares its result with equal reads. */
export interface SharedRead<Found> {
  /** Identifies the query and the tenant. Reads with the same key share a result. */
  readonly key: string;
  readonly deadline: Deadline;
  readonly read: () => Promise<Found>;
}

const maxBatch = 100;

/**
 * Creates a function that runs equal reads in the same turn of the event loop only once, with the latest of their
 * deadlines. The readers share the result, so none may change it.
 */
export function createSharedRead<Found>(): (asked: SharedRead<Found>) => Promise<Found> {
  return createBatcher<SharedRead<Found>, Found>({
    key: ({ key }) => key,
    maxBatch,
    isConcurrent: true,
    run: (asked) => asked.reduce((last, one) => (one.deadline > last.deadline ? one : last)).read(),
  });
}
