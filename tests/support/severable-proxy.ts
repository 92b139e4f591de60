import { connect, createServer, type Socket } from 'node:net';
import { listenAnywhere } from './listen-anywhere.js';

/** TCP proxy on 127.0.0.1 whose connections a test can cut or stall. */
export interface SeverableProxy {
  readonly port: number;
  /** Destroys every connection, but accepts new ones. */
  sever(): void;
  /** Destroys every connection, and each new one until `restore` is called, as when a server is down. */
  cutOff(): void;
  /**
   * Does the same as `cutOff`, but only on the client side, as in a network partition. The server keeps its connections
   * open.
   */
  part(): void;
  /** Forwards no data, even on new connections, until `restore` is called, as when a server hangs. */
  freeze(): void;
  restore(): void;
  /**
   * Calls the listener with data from clients before forwarding it. `cut` destroys the connection that the data came
   * over.
   */
  onRequest(listener: (bytes: Buffer, cut: () => void) => void): void;
  close(): Promise<void>;
}

interface Link {
  readonly inbound: Socket;
  readonly outbound: Socket;
}

export async function startSeverableProxy(host: string, port: number): Promise<SeverableProxy> {
  const links = new Set<Link>();
  let isAway = false;
  let isFrozen = false;
  let hear: (bytes: Buffer, cut: () => void) => void = () => undefined;
  const server = createServer((inbound) => {
    inbound.on('error', () => inbound.destroy());
    if (isAway) {
      inbound.destroy();
      return;
    }
    const outbound = connect(port, host);
    outbound.on('error', () => outbound.destroy());
    const link = { inbound, outbound };
    links.add(link);
    inbound.on('data', (bytes) => {
      hear(bytes, () => inbound.destroy());
      if (!inbound.destroyed) outbound.write(bytes);
    });
    outbound.on('data', (bytes) => inbound.write(bytes));
    inbound.on('end', () => outbound.end());
    outbound.on('close', () => {
      inbound.destroy();
      links.delete(link);
    });
    inbound.on('close', () => {
      if (!isAway) outbound.destroy();
    });
    if (isFrozen) pause(link);
  });
  const listening = await listenAnywhere(server);
  const sever = () => {
    for (const { inbound, outbound } of links) {
      inbound.destroy();
      outbound.destroy();
    }
  };
  const pause = ({ inbound, outbound }: Link) => {
    inbound.pause();
    outbound.pause();
  };
  return {
    port: listening,
    sever,
    cutOff: () => {
      isAway = true;
      sever();
    },
    part: () => {
      isAway = true;
      for (const { inbound } of links) inbound.destroy();
    },
    freeze: () => {
      isFrozen = true;
      links.forEach(pause);
    },
    restore: () => {
      isAway = false;
      isFrozen = false;
      for (const { inbound, outbound } of links) {
        inbound.resume();
        outbound.resume();
      }
    },
    onRequest: (listener) => {
      hear = listener;
    },
    close: () => {
      isAway = true;
      sever();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
