import pLimit, { type LimitFunction } from 'p-limit';
import { type Deadline, waitUntil } from '../deadline.js';

/** Resolves to what ends the turn. Rejects with SERVICE_UNAVAILABLE at the deadline, if there is one. */
export async function acquireTurn(limit: LimitFunction, deadline?: Deadline): Promise<() => void> {
  let endTurn: () => void = () => undefined;
  const end = new Promise<void>((resolve) => {
    endTurn = resolve;
  });
  const begun = new Promise<void>((resolve) => {
    void limit(() => {
      resolve();
      return end;
    });
  });
  try {
    await (deadline === undefined ? begun : waitUntil(deadline, begun));
  } catch (error) {
    endTurn();
    throw error;
  }
  return endTurn;
}

interface Running {
  readonly limit: LimitFunction;
  users: number;
}

/** Bounds how much work of one key runs at once within a process; first come, first served. */
export class KeyedLimit {
  readonly #maxRunning: number;
  readonly #running = new Map<string, Running>();

  constructor(maxRunning: number) {
    this.#maxRunning = maxRunning;
  }

  /** Rejects as the work does, and with SERVICE_UNAVAILABLE when its turn has not come by the deadline. */
  async run<T>(key: string, work: () => Promise<T>, deadline?: Deadline): Promise<T> {
    const running = this.#running.get(key) ?? { limit: pLimit(this.#maxRunning), users: 0 };
    this.#running.set(key, running);
    running.users += 1;
    try {
      if (running.users <= this.#maxRunning) return await running.limit(work);
      const endTurn = await acquireTurn(running.limit, deadline);
      try {
        return await work();
      } finally {
        endTurn();
      }
    } finally {
      running.users -= 1;
      if (running.users === 0) this.#running.delete(key);
    }
  }
}

const locks = new KeyedLimit(1);

/** Work under one key runs one after the other within a process, so that only other processes cause conflicts. */
export function withLock<T>(key: string, work: () => Promise<T>): Promise<T> {
  return locks.run(key, work);
}
