import { createServer, type Socket } from 'node:net';

/** Servers that accept connections and never answer. Each has its own address. */
export interface SilentHosts {
  /** Returns the URL of the nth server, from 0 to 999. */
  url(place: number): string;
  /** Number of connections opened so far. */
  count(): number;
  stop(): void;
}

export async function startSilentHosts(): Promise<SilentHosts> {
  const sockets = new Set<Socket>();
  let opened = 0;
  const server = createServer((socket) => {
    opened += 1;
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const { port } = address;
  return {
    url: (place) => `http://127.0.${1 + Math.floor(place / 250)}.${1 + (place % 250)}:${port}/hook`,
    count: () => opened,
    stop: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
