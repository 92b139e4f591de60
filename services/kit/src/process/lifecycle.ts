import type { Logger } from './log.js';

/** One thing to stop; `within` bounds it in milliseconds (default 5,000). */
export interface Stoppable {
  readonly name: string;
  readonly stop: () => Promise<unknown> | unknown;
  readonly within?: number;
}

async function bounded({ name, stop, within = 5_000 }: Stoppable, log: Logger): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => {
    timer = setTimeout(() => resolve(log.warn({ part: name }, 'did not stop in time')), within);
  });
  try {
    await Promise.race([stop(), late]);
  } catch (error) {
    log.error({ part: name, err: error }, 'failed while stopping');
  } finally {
    clearTimeout(timer);
  }
}

/** Stops the parts one after the other in the order given; none can hold up the rest for longer than its bound. */
export async function stopInOrder(parts: readonly Stoppable[], log: Logger): Promise<void> {
  for (const part of parts) await bounded(part, log);
}

/** Stops in order and ends the process on SIGTERM and SIGINT; a fault that nobody caught ends it at once with code 1. */
export function stopOnSignal(parts: readonly Stoppable[], log: Logger): void {
  let stopping = false;
  const stop = (signal: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    void stopInOrder(parts, log).then(() => process.exit(0));
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  const crash = (error: unknown) => {
    log.fatal({ err: error }, 'uncaught');
    process.exit(1);
  };
  process.on('uncaughtException', crash);
  process.on('unhandledRejection', crash);
}
