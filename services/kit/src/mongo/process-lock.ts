import pLimit, { type LimitFunction } from 'p-limit';

interface ProcessLock {
  readonly limit: LimitFunction;
  users: number;
}

const locks = new Map<string, ProcessLock>();

/** Work under one key runs one after the other within a process, so that only other processes cause conflicts. */
export async function withLock<T>(key: string, work: () => Promise<T>): Promise<T> {
  const lock = locks.get(key) ?? { limit: pLimit(1), users: 0 };
  locks.set(key, lock);
  lock.users += 1;
  try {
    return await lock.limit(work);
  } finally {
    lock.users -= 1;
    if (lock.users === 0) locks.delete(key);
  }
}
