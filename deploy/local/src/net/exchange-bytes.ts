import { connect } from 'node:net';

/**
 * Connects, sends `request` and answers with the first bytes that come back; an empty `request` waits for nothing.
 * @throws Error when the connection is refused, breaks, or `deadline` passes.
 */
export function exchangeBytes(host: string, port: number, request: Uint8Array, deadline: AbortSignal): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port });
    const finish = (settle: () => void): void => {
      deadline.removeEventListener('abort', expire);
      socket.destroy();
      settle();
    };
    const expire = (): void => finish(() => reject(new Error(`no answer from port ${port} in time`)));
    deadline.addEventListener('abort', expire, { once: true });
    socket.once('connect', () => {
      if (request.length === 0) finish(() => resolve(Buffer.alloc(0)));
      else socket.write(request);
    });
    socket.once('data', (bytes) => finish(() => resolve(bytes)));
    socket.once('error', (error) => finish(() => reject(error)));
    socket.once('close', () => finish(() => reject(new Error(`port ${port} closed the connection`))));
  });
}
