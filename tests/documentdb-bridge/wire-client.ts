import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { writeDocument } from '@plotline/documentdb-bridge/wire/document';
import { FrameReader } from '@plotline/documentdb-bridge/wire/frame-reader';
import { parseMessage, writeOpMsg } from '@plotline/documentdb-bridge/wire/message';
import { Binary, BSON, type Document, Long } from 'bson';

/** Connection that uses the wire protocol as a driver does, but without a driver's retries and pools. */
export interface WireClient {
  readonly socket: Socket;
  /** Sends one command and resolves to its answer. Rejects when the connection closes instead. */
  ask(command: Document): Promise<Document>;
}

export async function connectWire(url: string): Promise<WireClient> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const frames = new FrameReader();
  return {
    socket,
    ask: (command) =>
      new Promise((resolve, reject) => {
        const closed = (): void => reject(new Error('the connection was closed'));
        const read = (chunk: Buffer): void => {
          const [reply] = frames.push(chunk);
          if (reply === undefined) return;
          socket.off('data', read);
          socket.off('close', closed);
          resolve(BSON.deserialize(parseMessage(reply).body, { useBigInt64: true }));
        };
        socket.on('data', read);
        socket.once('close', closed);
        for (const component of writeOpMsg(writeDocument({ ...command, $db: command['$db'] ?? 'wire' }), 0))
          socket.write(component);
      }),
  };
}

/**
 * Returns the fields that a driver adds to the commands in a transaction. The first command also starts the
 * transaction.
 */
export function transactionFields(
  session: Buffer,
  number: number,
): { first: Document; further: Document; end: Document } {
  const further = { lsid: { id: new Binary(session, 4) }, txnNumber: Long.fromNumber(number), autocommit: false };
  return { first: { ...further, startTransaction: true }, further, end: { ...further, $db: 'admin' } };
}
