import { connect, createServer, type Socket } from 'node:net';
import { listenAnywhere } from './listen-anywhere.js';

/** A TCP proxy on 127.0.0.1 whose connections a test can cut. */
export interface SeverableProxy {
  readonly port: number;
  /** Destroys every connection; new ones are accepted. */
  sever(): void;
  close(): Promise<void>;
}

export async function startSeverableProxy(host: string, port: number): Promise<SeverableProxy> {
  const sockets = new Set<Socket>();
  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
  };
  const server = createServer((inbound) => {
    const outbound = connect(port, host);
    track(inbound);
    track(outbound);
    inbound.pipe(outbound).pipe(inbound);
    inbound.on('close', () => outbound.destroy());
    outbound.on('close', () => inbound.destroy());
  });
  const listening = await listenAnywhere(server);
  const sever = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: listening,
    sever,
    close: () => {
      sever();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
