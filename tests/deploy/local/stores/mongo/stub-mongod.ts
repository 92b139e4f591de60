import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { serveSocket } from '@plotline/documentdb-bridge/client-socket';
import { writeDocument } from '@plotline/documentdb-bridge/wire/document';
import { BSON, type Document } from 'bson';

export interface StubMongod {
  readonly port: number;
  /** Received commands, in order. */
  readonly commands: Document[];
  close(): void;
}

/** Starts a wire protocol server that answers each command with `answer`. */
export async function startStubMongod(answer: (command: Document, port: number) => Document): Promise<StubMongod> {
  const commands: Document[] = [];
  const server: Server = createServer((socket) => {
    serveSocket(socket, 1, async ({ body }) => {
      const command = BSON.deserialize(body);
      commands.push(command);
      return writeDocument(answer(command, port));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { port, commands, close: () => void server.close() };
}
