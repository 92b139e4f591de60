import { createServer } from 'node:net';
import { listenAnywhere } from './listen-anywhere.js';

/** A port of 127.0.0.1 that nobody listened on a moment ago, for what takes a number and not 0. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listenAnywhere(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}
