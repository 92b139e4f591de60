import { closeServer, createHttpServer, listen } from '@plotline/kit/http/server';
import type { Stoppable } from '@plotline/kit/service/lifecycle';
import type { Context } from '../../context.js';
import { createSimulatorApp } from './simulator-app.js';

const isTaken = (error: unknown) =>
  error instanceof Error && error.cause instanceof Error && 'code' in error.cause && error.cause.code === 'EADDRINUSE';

/**
 * Serves the simulator's pages on this machine only. If a second process of the service starts, the first one keeps the
 * port; the pages of both would be the same.
 */
export async function startSimulator(context: Context, url: string): Promise<Stoppable> {
  const server = createHttpServer(createSimulatorApp(context));
  const { log } = context.runtime;
  try {
    await listen(server, Number(new URL(url).port), '127.0.0.1');
  } catch (error) {
    if (!isTaken(error)) throw error;
    log.warn({ url }, 'simulator is served by another process');
    return { name: 'simulator', stop: () => undefined };
  }
  log.info({ url }, 'simulating vendors');
  return { name: 'simulator', stop: () => closeServer(server) };
}
