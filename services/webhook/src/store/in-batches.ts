/**
 * Gathers what comes while a write is under way and writes it together in the next one: one at a time, none waits for
 * more to come. Each call resolves or rejects with the write that took its item.
 */
export function inBatches<T>(write: (items: readonly T[]) => Promise<void>): (item: T) => Promise<void> {
  let waiting: T[] = [];
  let next: Promise<void> | null = null;
  let last: Promise<unknown> = Promise.resolve();
  const start = (): Promise<void> => {
    const items = waiting;
    waiting = [];
    next = null;
    return write(items);
  };
  return (item) => {
    waiting.push(item);
    if (!next) {
      next = last.then(start);
      last = next.catch(() => undefined);
    }
    return next;
  };
}
