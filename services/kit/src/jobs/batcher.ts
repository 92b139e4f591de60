import { unavailable } from '../errors.js';

/** Items of one line that may wait; more are refused, as they would not be served in time. */
const longestLine = 500;

interface Gathered<T, R> {
  readonly items: T[];
  readonly done: Promise<R>;
}

interface Line<T, R> {
  /** What is worked on next, which items still join. */
  open: Gathered<T, R> | null;
  waiting: number;
  last: Promise<unknown>;
}

export interface BatcherOptions<T, R> {
  /** Only items of one line are worked on together. */
  readonly key: (item: T) => string;
  /** More items than these are not worked on together. */
  readonly maxBatch: number;
  readonly run: (items: readonly T[]) => Promise<R>;
}

/**
 * Gathers what comes while work is under way and works on it together next: in each line one at a time, and none waits for
 * more to come. Each call resolves or rejects with the work that took its item; rejects with SERVICE_UNAVAILABLE when 500
 * wait already.
 */
export function createBatcher<T, R>({ key: lineOf, maxBatch, run }: BatcherOptions<T, R>): (item: T) => Promise<R> {
  const lines = new Map<string, Line<T, R>>();

  function begin(line: Line<T, R>, key: string): Gathered<T, R> {
    const items: T[] = [];
    const start = () => {
      if (line.open === gathered) line.open = null;
      line.waiting -= items.length;
      return run(items);
    };
    const gathered = { items, done: line.last.then(start) };
    const last = gathered.done
      .catch(() => undefined)
      .then(() => {
        if (line.last === last) lines.delete(key);
      });
    line.last = last;
    return gathered;
  }

  return async (item) => {
    const key = lineOf(item);
    const line = lines.get(key) ?? { open: null, waiting: 0, last: Promise.resolve() };
    if (line.waiting >= longestLine) throw unavailable('Too many changes at once.', undefined, 1);
    lines.set(key, line);
    if (!line.open || line.open.items.length >= maxBatch) line.open = begin(line, key);
    line.open.items.push(item);
    line.waiting += 1;
    return line.open.done;
  };
}
