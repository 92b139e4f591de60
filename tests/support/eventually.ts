import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Repeats `check` until it doesn't throw. After `patience` milliseconds, throws the last error. The time is long
 * because the machine may be busy, and only a failure uses all of it.
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
