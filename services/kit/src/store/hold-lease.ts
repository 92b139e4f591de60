import { setTimeout as sleep } from 'node:timers/promises';
import type { Mode } from '../core/caller.js';
import { Lease } from './lease.js';
import type { StoreRuntime } from './store-runtime.js';

const pollIntervalMs = 500;
const leaseSeconds = 6;

/**
 * Runs the work under a lease after waiting for its holder, which may be other work of this process: that acquires
 * leases of its own.
 */
export async function holdLease<T>(
  { databases, log }: Pick<StoreRuntime, 'databases' | 'log'>,
  mode: Mode,
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  const lease = new Lease(databases);
  for (let hasWaited = false; ; hasWaited = true) {
    const results: T[] = [];
    await lease.whileHeld(mode, name, leaseSeconds, async () => {
      results.push(await work());
    });
    for (const result of results) return result;
    if (!hasWaited) log.info({ mode, lease: name }, 'waiting for the lease');
    await sleep(pollIntervalMs);
  }
}
