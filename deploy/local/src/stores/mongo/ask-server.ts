import { connect } from 'node:net';
import { BSON, type Document } from 'bson';

const OP_MSG = 2013;
/** Message header (16 bytes), flags (4) and the kind of the only section (1). */
const PREFIX_BYTES = 21;

/**
 * Sends one command to the `admin` database of the server on a port of 127.0.0.1 and answers with its reply.
 * @throws Error when the connection fails or `deadline` passes.
 */
export function askServer(port: number, command: Document, deadline: AbortSignal): Promise<Document> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port });
    let received = Buffer.alloc(0);
    const finish = (complete: () => void): void => {
      deadline.removeEventListener('abort', expire);
      socket.destroy();
      complete();
    };
    const expire = (): void => finish(() => reject(new Error(`no answer from port ${port} in time`)));
    deadline.addEventListener('abort', expire, { once: true });
    socket.once('connect', () => socket.write(toMessage({ ...command, $db: 'admin' })));
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (received.length < PREFIX_BYTES || received.length < received.readInt32LE(0)) return;
      try {
        const reply = BSON.deserialize(received.subarray(PREFIX_BYTES));
        finish(() => resolve(reply));
      } catch (error) {
        finish(() => reject(error));
      }
    });
    socket.once('error', (error) => finish(() => reject(error)));
    socket.once('close', () => finish(() => reject(new Error(`port ${port} closed the connection`))));
  });
}

function toMessage(command: Document): Buffer {
  const body = BSON.serialize(command);
  const prefix = Buffer.alloc(PREFIX_BYTES);
  prefix.writeInt32LE(PREFIX_BYTES + body.length, 0);
  prefix.writeInt32LE(OP_MSG, 12);
  return Buffer.concat([prefix, body]);
}
