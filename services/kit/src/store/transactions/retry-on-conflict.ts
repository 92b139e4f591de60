import { setTimeout as sleep } from 'node:timers/promises';
import { conflict, Problem } from '../../core/errors.js';
import { backoff } from '../../core/time.js';

const pauses = { baseMs: 10, capMs: 100, jitter: true };

/** The record changed between the read and the write. */
export class VersionConflict extends Problem {
  constructor() {
    super('CONFLICT', 'The record has changed meanwhile. Try again.', { reason: 'record_busy' });
  }
}

export interface RetryOptions {
  /** Default: 20. */
  readonly maxAttempts?: number;
  /** Whether another attempt may succeed. Default: it failed with a VersionConflict. */
  readonly isConflict?: (error: unknown) => boolean;
  /** Creates the error after the last attempt. Default: CONFLICT. */
  readonly exhausted?: () => Problem;
}

/**
 * Repeats the attempt after growing random pauses while it fails with a conflict. `attempt` receives its number,
 * starting at 0. Rejects with other errors of the attempt, and with `exhausted()` after the last one.
 */
export async function retryOnConflict<T>(
  attempt: (number: number) => Promise<T>,
  {
    maxAttempts = 20,
    isConflict = (error) => error instanceof VersionConflict,
    exhausted = () => conflict('Too many requests are changing the record. Try again.', 'record_busy'),
  }: RetryOptions = {},
): Promise<T> {
  for (let number = 0; number < maxAttempts; number += 1) {
    if (number > 1) await sleep(backoff({ attempt: number - 2, ...pauses }));
    try {
      return await attempt(number);
    } catch (error) {
      if (!isConflict(error)) throw error;
    }
  }
  throw exhausted();
}
