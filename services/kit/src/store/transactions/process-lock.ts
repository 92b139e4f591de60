import { Limiter } from '../../core/limiter.js';

const locks = new Limiter({ perOwner: 1 });

/** Serializes work with the same key within a process, so that only other processes cause conflicts. */
export function withLock<T>(key: string, work: () => Promise<T>): Promise<T> {
  return locks.run(key, work);
}
