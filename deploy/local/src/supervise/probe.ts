import { get } from 'node:http';
import { connect, createServer } from 'node:net';

/**
 * Connects, sends `request` and returns the answer once `isComplete` accepts it. Without `isComplete`, returns the
 * first bytes. An empty `request` waits for no answer.
 * @throws Error when the connection is refused, breaks, or `deadline` passes.
 */
export function exchangeBytes(
  { host, port }: { readonly host: string; readonly port: number },
  request: Uint8Array,
  deadline: AbortSignal,
  isComplete: (received: Buffer) => boolean = () => true,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port });
    let received = Buffer.alloc(0);
    const finish = (complete: () => void): void => {
      deadline.removeEventListener('abort', expire);
      socket.destroy();
      complete();
    };
    const expire = (): void => finish(() => reject(new Error(`no answer from port ${port} in time`)));
    deadline.addEventListener('abort', expire, { once: true });
    socket.once('connect', () => {
      if (request.length === 0) finish(() => resolve(received));
      else socket.write(request);
    });
    socket.on('data', (bytes) => {
      received = Buffer.concat([received, bytes]);
      if (isComplete(received)) finish(() => resolve(received));
    });
    socket.once('error', (error) => finish(() => reject(error)));
    socket.once('close', () => finish(() => reject(new Error(`port ${port} closed the connection`))));
  });
}

/** Returns whether a GET of the URL is answered with 200. Rejects when nothing answers before `deadline`. */
export function answersOk(url: string, deadline: AbortSignal, headers: Record<string, string> = {}): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const request = get(url, { signal: deadline, agent: false, headers }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.once('error', reject);
  });
}

/** Returns whether a server could listen on the port now, on 127.0.0.1 and on every address of the machine. */
export async function isPortFree(port: number): Promise<boolean> {
  return (await canListen(port, '127.0.0.1')) && (await canListen(port));
}

function canListen(port: number, host?: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, exclusive: true, ...(host === undefined ? {} : { host }) }, () =>
      server.close(() => resolve(true)),
    );
  });
}
