import { createServer } from 'node:http';
import { eventually } from '../../support/eventually.js';
import { listenAnywhere } from '../../support/listen-anywhere.js';

/** A customer's server that answers at once and remembers when each record's event came, by `performance.now()`. */
export interface Receipts {
  readonly url: string;
  /** By the record's id, in the order in which they came. An event that comes again keeps its first time. */
  readonly times: ReadonlyMap<string, number>;
  /** Resolves once so many requests have come, whatever they told. */
  waitFor(count: number): Promise<void>;
  stop(): void;
}

export async function startReceipts(): Promise<Receipts> {
  const times = new Map<string, number>();
  let count = 0;
  const server = createServer((request, response) => {
    const at = performance.now();
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      response.end();
      count += 1;
      const id = String(JSON.parse(Buffer.concat(chunks).toString('utf8')).data.id);
      if (!times.has(id)) times.set(id, at);
    });
  });
  // Longer than the pauses between two measurements: a receiver behind a proxy keeps connections, too.
  server.keepAliveTimeout = 60_000;
  const port = await listenAnywhere(server);
  return {
    url: `http://127.0.0.1:${port}/hook`,
    times,
    waitFor: (wanted) =>
      eventually(() => {
        if (count < wanted) throw new Error(`Of ${wanted} requests ${count} have come.`);
      }, 120_000),
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
