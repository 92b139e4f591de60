import { setTimeout as sleep } from 'node:timers/promises';
import type { Mode } from '../caller.js';
import type { ServiceRuntime } from '../process/runtime.js';

const pollIntervalMs = 500;
/** Well within the term of a lease. */
const renewalMs = 2_000;

/** Runs the work while this process holds the lease, after waiting for another one that does. */
export async function holdLease<T>(
  { lease, log }: Pick<ServiceRuntime, 'lease' | 'log'>,
  mode: Mode,
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  for (let hasWaited = false; !(await lease.acquire(mode, name)); hasWaited = true) {
    if (!hasWaited) log.info({ mode, lease: name }, 'waiting for another process');
    await sleep(pollIntervalMs);
  }
  const renewal = setInterval(() => void lease.acquire(mode, name).catch(() => undefined), renewalMs);
  try {
    return await work();
  } finally {
    clearInterval(renewal);
  }
}
