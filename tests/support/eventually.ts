import { setTimeout as sleep } from 'node:timers/promises';

/** Repeats `check` until it does not throw, at most `patience` milliseconds; then throws what it threw last. */
export async function eventually<T>(check: () => Promise<T> | T, patience = 20_000): Promise<T> {
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
