import type { Socket } from 'node:net';
import type { Client } from './execution.js';
import { FrameReader, MalformedMessage } from './wire/frame-reader.js';
import { parseMessage, type WireMessage, writeReply } from './wire/message.js';

/** Maximum waiting messages of one client. Drivers send one message at a time. */
const MAX_WAITING_MESSAGES = 8;

export interface ClientSocket extends Client {
  readonly id: number;
}

/**
 * Serves the messages of one client in order, one at a time. Closes the connection on bytes that don't follow the
 * protocol.
 * @param answer resolves to the document that answers a message, and rejects only with MalformedMessage.
 */
export function serveSocket(
  socket: Socket,
  id: number,
  answer: (message: WireMessage, client: ClientSocket) => Promise<Buffer>,
): ClientSocket {
  const frames = new FrameReader();
  const waiting: Buffer[] = [];
  let working = false;
  const client: ClientSocket = { id, isClosed: () => socket.destroyed };

  async function work(): Promise<void> {
    if (working) return;
    working = true;
    for (let frame = waiting.shift(); frame !== undefined && !socket.destroyed; frame = waiting.shift()) {
      const message = parseMessage(frame);
      const document = await answer(message, client);
      if (message.awaitsReply && !socket.destroyed) write(message, document);
      if (waiting.length < MAX_WAITING_MESSAGES) socket.resume();
    }
    working = false;
  }

  function write(message: WireMessage, document: Buffer): void {
    socket.cork();
    for (const part of writeReply(message, document)) socket.write(part);
    socket.uncork();
  }

  function refuse(error: unknown): void {
    if (!(error instanceof MalformedMessage)) console.error('client %d:', id, error);
    socket.destroy();
  }

  socket.setNoDelay(true);
  socket.on('data', (chunk: Buffer) => {
    try {
      waiting.push(...frames.push(chunk));
    } catch (error) {
      refuse(error);
      return;
    }
    if (waiting.length >= MAX_WAITING_MESSAGES) socket.pause();
    work().catch(refuse);
  });
  // `close` follows an error and cleans up the connection.
  socket.on('error', () => undefined);
  return client;
}
