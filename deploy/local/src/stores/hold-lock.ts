import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const ASK_AGAIN_MS = 200;

/** Gives the lock back. */
export type Release = () => void;

/**
 * Holds a lock of this machine on a name for as long as this process lives: a socket of Linux's abstract namespace, which
 * one process can have and the kernel takes back, however the process ends. Undefined when another process still has it
 * after `waitMs`. Where there is no such namespace nothing is locked.
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
    await delay(ASK_AGAIN_MS);
  }
}
