import { createServer } from 'node:http';
import { eventually } from '../../support/eventually.js';
import { listenAnywhere } from '../../support/listen-anywhere.js';

/**
 * Customer's server that answers immediately. Records the time at which each record's event arrived, by
 * `performance.now()`.
 */
export interface Receipts {
  readonly url: string;
  /** Times by record id, in the order of receipt. For a repeated event, the first time is kept. */
  readonly times: ReadonlyMap<string, number>;
  /** Resolves once the given number of requests with any content have arrived. */
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
  // Longer than the pause between two measurements. A receiver behind a proxy also keeps connections open.
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
