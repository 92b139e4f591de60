import { connect, createServer, type Socket } from 'node:net';
import { listenAnywhere } from './listen-anywhere.js';

/** A balancer on 127.0.0.1 that spreads connections over the processes of a service, as the address of a service does. */
export interface TcpBalancer {
  readonly port: number;
  stop(): Promise<void>;
}

/**
 * Gives each new connection to the next target in turn, or to the one after it when nothing listens there. Like a
 * Kubernetes Service it knows nothing of requests: a connection that is open stays with its target.
 */
export async function startTcpBalancer(targetPorts: readonly number[]): Promise<TcpBalancer> {
  const sockets = new Set<Socket>();
  let turn = 0;
  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
  };
  const join = (inbound: Socket, attempt = 0) => {
    const port = targetPorts[turn % targetPorts.length];
    turn += 1;
    if (attempt === targetPorts.length || port === undefined || inbound.destroyed) {
      inbound.destroy();
      return;
    }
    const outbound = connect(port, '127.0.0.1');
    track(outbound);
    const next = () => join(inbound, attempt + 1);
    outbound.once('error', next);
    outbound.once('connect', () => {
      outbound.off('error', next);
      inbound.pipe(outbound).pipe(inbound);
      inbound.on('close', () => outbound.destroy());
      outbound.on('close', () => inbound.destroy());
    });
  };
  const server = createServer((inbound) => {
    track(inbound);
    join(inbound);
  });
  const port = await listenAnywhere(server);
  return {
    port,
    stop() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
