import { connect, createServer, type Socket } from 'node:net';
import { listenAnywhere } from './listen-anywhere.js';

/** A balancer on 127.0.0.1 that spreads connections over the processes of a service, as the address of a service does. */
export interface TcpBalancer {
  readonly port: number;
  stop(): Promise<void>;
}

const lookEveryMs = 500;

/** The targets that say they are not ready. One that does not answer is not among them: a connection shows what it is. */
async function findNotReady(ports: readonly number[]): Promise<Set<number>> {
  const answers = await Promise.all(
    ports.map(async (port) => {
      const signal = AbortSignal.timeout(lookEveryMs);
      const answer = await fetch(`http://127.0.0.1:${port}/ready`, { signal }).catch(() => null);
      await answer?.body?.cancel();
      return answer?.status === 503 ? [port] : [];
    }),
  );
  return new Set(answers.flat());
}

/**
 * Gives each new connection to the next target in turn, or to the one after it when that is not ready or nothing listens
 * there. Like a Kubernetes Service it knows nothing of requests: a connection that is open stays with its target.
 */
export async function startTcpBalancer(targetPorts: readonly number[]): Promise<TcpBalancer> {
  const sockets = new Set<Socket>();
  let turn = 0;
  let notReady = new Set<number>();
  const looking = setInterval(() => {
    void findNotReady(targetPorts).then((found) => {
      // Where none is ready, each is as good.
      notReady = found.size < targetPorts.length ? found : new Set();
    });
  }, lookEveryMs);
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
    if (notReady.has(port)) {
      join(inbound, attempt + 1);
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
      clearInterval(looking);
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
