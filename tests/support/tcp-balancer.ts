import { connect, createServer, type Socket } from 'node:net';
import { listenAnywhere } from './listen-anywhere.js';

/** A balancer on 127.0.0.1 that spreads connections over the processes of a service, as the address of a service does. */
export interface TcpBalancer {
  readonly port: number;
  stop(): Promise<void>;
}

const lookEveryMs = 500;

/** Whether a target says that it is ready; null when it says nothing in time. */
async function askReady(port: number): Promise<boolean | null> {
  const signal = AbortSignal.timeout(lookEveryMs);
  const answer = await fetch(`http://127.0.0.1:${port}/ready`, { signal }).catch(() => null);
  await answer?.body?.cancel();
  return answer && answer.status !== 503;
}

/**
 * Gives each new connection to the next target in turn, or to the one after it when that is not ready or nothing listens
 * there. Like a Kubernetes Service it knows nothing of requests: a connection that is open stays with its target.
 */
export async function startTcpBalancer(targetPorts: readonly number[]): Promise<TcpBalancer> {
  const sockets = new Set<Socket>();
  let turn = 0;
  const notReady = new Set<number>();
  const look = async (port: number) => {
    const isReady = await askReady(port);
    // What was known holds while there is no answer: a target that stops is slow, and then gone, before it is another process.
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
  /** Others take their turns while an attempt fails, so each connection goes through the targets from a beginning of its own. */
  const join = (inbound: Socket, first: number, attempt = 0) => {
    const port = targetPorts[(first + attempt) % targetPorts.length];
    if (attempt === targetPorts.length || port === undefined || inbound.destroyed) {
      inbound.destroy();
      return;
    }
    // Where none is ready, each is as good.
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
