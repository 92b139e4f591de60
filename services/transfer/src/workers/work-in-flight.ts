interface InFlight<T, R> {
  readonly item: T;
  readonly result: Promise<R>;
}

export interface WorkInFlight<T, R> {
  readonly work: (item: T) => Promise<R>;
  /** Whether the work on an item may begin before that on these, which come before it, has ended. */
  readonly mayBegin: (item: T, running: readonly T[]) => boolean;
}

/**
 * The items with the results of the work on them, in their order, while the work on those that follow goes on. The first failure in that
 * order ends it, when all work has ended.
 */
export async function* workInFlight<T, R>(
  items: AsyncIterable<T>,
  { work, mayBegin }: WorkInFlight<T, R>,
): AsyncGenerator<{ readonly item: T; readonly result: R }> {
  const running: InFlight<T, R>[] = [];
  const takeFirst = async ({ item, result }: InFlight<T, R>) => {
    const done = { item, result: await result };
    running.shift();
    return done;
  };
  try {
    for await (const item of items) {
      for (let [first] = running; first; [first] = running) {
        const others = running.map((one) => one.item);
        if (mayBegin(item, others)) break;
        yield await takeFirst(first);
      }
      const result = work(item);
      // Looked at when its turn comes; it may fail before.
      result.catch(() => undefined);
      running.push({ item, result });
    }
    for (let [first] = running; first; [first] = running) yield await takeFirst(first);
  } finally {
    await Promise.allSettled(running.map(({ result }) => result));
  }
}
