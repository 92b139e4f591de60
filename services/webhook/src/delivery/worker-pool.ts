import { setTimeout as sleep } from 'node:timers/promises';

/** Runs tasks concurrently, at most `size` at once. Each task has an id. */
export class WorkerPool {
  readonly #size: number;
  readonly #running = new Map<string, Promise<void>>();
  readonly #errors: unknown[] = [];

  constructor(size: number) {
    this.#size = size;
  }

  /** The ids of the running tasks. */
  listRunning(): ReadonlySet<string> {
    return new Set(this.#running.keys());
  }

  /** Waits until a worker is free. */
  async acquire(): Promise<void> {
    while (this.#running.size >= this.#size) await Promise.race(this.#running.values());
  }

  /** Starts a task on a free worker; call `acquire` before. */
  start(id: string, task: () => Promise<void>): void {
    const running = task()
      .catch((error: unknown) => void this.#errors.push(error))
      .finally(() => this.#running.delete(id));
    this.#running.set(id, running);
  }

  /** Waits until one of the running tasks ends, at most `timeoutMs`. */
  async waitForAny(timeoutMs: number): Promise<void> {
    const timer = new AbortController();
    const timeout = sleep(timeoutMs, undefined, { signal: timer.signal }).catch(() => undefined);
    await Promise.race([...this.#running.values(), timeout]);
    timer.abort();
  }

  /** Whether a task has failed. */
  hasFailed(): boolean {
    return this.#errors.length > 0;
  }

  /** Waits until all tasks have ended, then throws the first error of a failed one. */
  async waitForAll(): Promise<void> {
    await Promise.all(this.#running.values());
    if (this.hasFailed()) throw this.#errors[0];
  }
}
