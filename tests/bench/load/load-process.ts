import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Clients, createClients, type Outcome } from './clients.js';

/** Maximum duration of a load, so that it can't outlive the benchmark. */
const maxSeconds = 180;

/** Load from a separate process, so that it doesn't slow down the healthy client. */
export interface LoadProcess {
  /** Ends the load and resolves to its outcome. */
  end(): Promise<Outcome>;
  kill(): void;
}

/**
 * Starts `file`, which calls `serveLoad`. Resolves once the load has started, because starting a process costs more
 * than most loads.
 */
export async function startLoad(file: URL, order: object): Promise<LoadProcess> {
  const child: ChildProcess = fork(fileURLToPath(file), {
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  child.send(order);
  await once(child, 'message', { signal: AbortSignal.timeout(30_000) });
  return {
    async end() {
      child.send('end');
      const [outcome]: Outcome[] = await once(child, 'message', { signal: AbortSignal.timeout(10_000) });
      return outcome ?? {};
    },
    kill: () => child.kill('SIGKILL'),
  };
}

/** Runs in a process that `startLoad` started. Starts the ordered load, and reports its outcome at the end. */
export function serveLoad<Order>(begin: (order: Order, clients: Clients) => void): void {
  process.once('message', (order: Order) => {
    const { clients, outcome } = createClients();
    begin(order, clients);
    process.send?.({});
    process.once('message', () => process.send?.(outcome, () => process.exit(0)));
  });
  process.once('disconnect', () => process.exit(0));
  setTimeout(() => process.exit(1), maxSeconds * 1_000);
}
