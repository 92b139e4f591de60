import { connect, createServer, type Socket } from 'node:net';
import { listenAnywhere } from './listen-anywhere.js';

/**
 * Load balancer on 127.0.0.1 that spreads connections over the processes of a service, as a Kubernetes Service does.
 */
export interface TcpBalancer {
  readonly port: number;
  stop(): Promise<void>;
}

const lookEveryMs = 500;

/** Returns whether a target is ready. Null if it doesn't answer in time. */
async function askReady(port: number): Promise<boolean | null> {
  const signal = AbortSignal.timeout(lookEveryMs);
  const answer = await fetch(`http://127.0.0.1:${port}/ready`, { signal }).catch(() => null);
  await answer?.body?.cancel();
  return answer && answer.status !== 503;
}

/**
 * Connects each new connection to the next target in turn. If that target isn't ready or refuses, tries the one after
 * it. As in a Kubernetes Service, an open connection keeps its target, because the balancer doesn't see requests.
 */
export async function startTcpBalancer(targetPorts: readonly number[]): Promise<TcpBalancer> {
  const sockets = new Set<Socket>();
  let turn = 0;
  const notReady = new Set<number>();
  const look = async (port: number) => {
    const isReady = await askReady(port);
    // Without an answer, the last known state remains valid. A stopping target is first slow and then down before
    // another process starts.
    if (isReady === true) notReady.delete(port);
    if (isReady === false) notReady.add(port);
  };
  const looking = setInterval(() => targetPorts.forEach((port) => void look(port)), lookEveryMs);
  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
  };
  /**
   * Each connection has its own first target, because other connections take the next targets while an attempt fails.
   */
  const join = (inbound: Socket, first: number, attempt = 0) => {
    const port = targetPorts[(first + attempt) % targetPorts.length];
    if (attempt === targetPorts.length || port === undefined || inbound.destroyed) {
      inbound.destroy();
      return;
    }
    // Uses any target when none is ready.
    if (notReady.has(port) && notReady.size < targetPorts.length) {
      join(inbound, first, attempt + 1);
      return;
    }
    const outbound = connect(port, '127.0.0.1');
    track(outbound);
    const next = () => join(inbound, first, attempt + 1);
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
    join(inbound, turn);
    turn += 1;
  });
  const port = await listenAnywhere(server);
  return {
    port,
    stop() {
      clearInterval(looking);
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
