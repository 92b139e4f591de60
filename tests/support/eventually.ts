import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Repeats `check` until it does not throw, at most `patience` milliseconds; then throws what it threw last. It is patient as a
 * machine may have other work: only a failure takes that long.
 */
export async function eventually<T>(check: () => Promise<T> | T, patience = 90_000): Promise<T> {
  const end = Date.now() + patience;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > end) throw error;
      await sleep(50);
    }
  }
}
