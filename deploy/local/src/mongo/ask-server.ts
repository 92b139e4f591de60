import { connect } from 'node:net';
import { BSON, type Document } from 'bson';
import { FrameReader } from '../bridge/wire/frame-reader.js';
import { parseMessage } from '../bridge/wire/parse-message.js';
import { writeDocument } from '../bridge/wire/write-document.js';
import { writeOpMsg } from '../bridge/wire/write-message.js';

/**
 * Sends one command to the `admin` database of the server on a port of 127.0.0.1 and answers with its reply.
 * @throws Error when the connection fails or `deadline` passes.
 */
export function askServer(port: number, command: Document, deadline: AbortSignal): Promise<Document> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port });
    const frames = new FrameReader();
    const finish = (settle: () => void): void => {
      deadline.removeEventListener('abort', expire);
      socket.destroy();
      settle();
    };
    const expire = (): void => finish(() => reject(new Error(`no answer from port ${port} in time`)));
    deadline.addEventListener('abort', expire, { once: true });
    socket.once('connect', () => {
      socket.write(Buffer.concat(writeOpMsg(writeDocument({ ...command, $db: 'admin' }), 0)));
    });
    socket.on('data', (chunk) => {
      try {
        const [reply] = frames.push(chunk);
        if (reply !== undefined) finish(() => resolve(BSON.deserialize(parseMessage(reply).body)));
      } catch (error) {
        finish(() => reject(error));
      }
    });
    socket.once('error', (error) => finish(() => reject(error)));
    socket.once('close', () => finish(() => reject(new Error(`port ${port} closed the connection`))));
  });
}
