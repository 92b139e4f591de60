import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Equals the age limit of gRPC connections. */
const maxConnectionAgeMs = 60_000;

/**
 * Answers the first request on a connection older than `maxAgeMs` with `Connection: close`, so that clients reconnect.
 * Otherwise a busy connection would stay with its process, and a new process behind the same name would get no
 * requests.
 */
export function limitConnectionAge(server: Server, maxAgeMs = maxConnectionAgeMs): void {
  const opened = new WeakMap<Socket, number>();
  server.on('connection', (socket) => opened.set(socket, performance.now()));
  server.prependListener('request', ({ socket }, response) => {
    const age = performance.now() - (opened.get(socket) ?? 0);
    if (age > maxAgeMs) response.setHeader('connection', 'close');
  });
}
