import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const RETRY_INTERVAL_MS = 200;

/** Releases the lock. */
export type Release = () => void;

/**
 * Acquires a machine-wide lock on a name. The lock is a socket in Linux's abstract namespace: only one process can bind
 * it, and the kernel releases it when that process ends. Returns undefined if another process still has the lock after
 * `waitMs`. Other operating systems have no such namespace, so nothing is locked there.
 */
export async function holdLock(name: string, waitMs: number): Promise<Release | undefined> {
  if (process.platform !== 'linux') return () => undefined;
  const address = `\0plotline-${createHash('sha256').update(name).digest('hex').slice(0, 32)}`;
  const deadline = Date.now() + waitMs;
  for (;;) {
    const server = createServer((socket) => socket.destroy()).unref();
    const failure = await once(server.listen(address), 'listening').then(
      () => undefined,
      (error: unknown) => error,
    );
    if (failure === undefined) return () => void server.close();
    if (!(failure instanceof Error && 'code' in failure && failure.code === 'EADDRINUSE')) throw failure;
    if (Date.now() >= deadline) return undefined;
    await delay(RETRY_INTERVAL_MS);
  }
}
