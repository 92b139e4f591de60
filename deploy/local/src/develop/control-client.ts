import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import type { DevelopRequest } from '../supervise/running-system.js';
import { type DevelopReply, getControlPath, parseReply } from './control-protocol.js';

export interface ControlConnection {
  /** Sends the request and resolves with the answer. Rejects when the system has stopped. */
  request(request: DevelopRequest): Promise<DevelopReply>;
  /** Ends the takeover. Resolves once the built program is ready again. */
  release(): Promise<DevelopReply>;
  /** Resolves once the system has stopped or has closed the connection for another reason. */
  readonly closed: Promise<void>;
}

/**
 * Connects to the launcher of a data directory.
 * @throws Error when no system runs there.
 */
export async function connectToSystem(dataDirectory: string): Promise<ControlConnection> {
  const socket = connect({ path: getControlPath(dataDirectory), allowHalfOpen: true });
  await once(socket, 'connect').catch(() => {
    throw new Error(`No system runs on ${dataDirectory}. Start it with \`npm start\`.`);
  });
  socket.on('error', () => undefined);
  const replies = createInterface({ input: socket })[Symbol.asyncIterator]();
  const closed = new Promise<void>((resolve) => void socket.once('close', () => resolve()));
  async function nextReply(): Promise<DevelopReply> {
    const { value, done } = await replies.next();
    return done ? { error: 'The system has stopped.' } : parseReply(value);
  }
  return {
    closed,
    request(request) {
      socket.write(`${JSON.stringify(request)}\n`);
      return nextReply();
    },
    release() {
      socket.end();
      return nextReply();
    },
  };
}
