import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Clients, createClients, type Outcome } from './clients.js';

/** A load cannot outlive the bench, whatever becomes of that. */
const maxSeconds = 180;

/** Load from a process of its own, so that it takes no time of the healthy client's. */
export interface LoadProcess {
  /** Ends the load; resolves to what became of it. */
  end(): Promise<Outcome>;
  kill(): void;
}

/** Starts `file`, which calls `serveLoad`, and resolves once its load has begun: the start of a process costs more than most loads. */
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

/** What a process that `startLoad` started does: begins the load as ordered, and tells what became of it when it ends. */
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
