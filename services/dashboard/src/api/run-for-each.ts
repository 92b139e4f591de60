import { ApiProblem } from './problem.js';

const maxInFlight = 4;
const maxWaits = 5;

const pause = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

/** Retries a rate-limited change after the time that the server requests. */
export async function retryAfterLimit(change: () => Promise<void>): Promise<void> {
  for (let waits = 0; ; waits += 1) {
    try {
      return await change();
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.status !== 429 || waits === maxWaits) throw error;
      await pause(error.retryAfter ?? 1);
    }
  }
}

/** An item that couldn't be changed, with the error. */
export interface Failure<T> {
  readonly item: T;
  readonly error: unknown;
}

/**
 * Changes items, a few at a time, until `isStopped` returns true. Resolves to the failures in the order of the items.
 */
export async function runForEach<T>(
  items: readonly T[],
  change: (item: T) => Promise<void>,
  onProgress: (done: number) => void,
  isStopped: () => boolean = () => false,
): Promise<Failure<T>[]> {
  const failures = new Map<T, Failure<T>>();
  const left = items.values();
  let done = 0;
  const work = async () => {
    for (const item of left) {
      if (isStopped()) return;
      await retryAfterLimit(() => change(item)).catch((error: unknown) => failures.set(item, { item, error }));
      done += 1;
      onProgress(done);
    }
  };
  await Promise.all(Array.from({ length: maxInFlight }, work));
  return items.flatMap((item) => failures.get(item) ?? []);
}
