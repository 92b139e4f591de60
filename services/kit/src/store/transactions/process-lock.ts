import { Limiter } from '../../core/limiter.js';

const locks = new Limiter({ perOwner: 1 });

/** Work under one key runs one after the other within a process, so that only other processes cause conflicts. */
export function withLock<T>(key: string, work: () => Promise<T>): Promise<T> {
  return locks.run(key, work);
}
