import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { answerCommand, type Services } from './answer-command.js';
import { type ClientSocket, serveSocket } from './client-socket.js';
import { parseCommand } from './command.js';
import { Cursors } from './cursors.js';
import { CommandFailure } from './errors/command-failure.js';
import { errorCodes } from './errors/error-codes.js';
import { errorReply } from './errors/error-reply.js';
import { isDatabaseError, toFailure } from './errors/to-failure.js';
import type { Limits } from './limits.js';
import { connectDatabase } from './postgres/database.js';
import { prepareDatabase } from './postgres/prepare-database.js';
import { forgetOutcomes } from './transactions/commit-ledger.js';
import { Transactions } from './transactions/transactions.js';
import { MalformedMessage } from './wire/malformed-message.js';
import type { WireMessage } from './wire/parse-message.js';

const HOUSEKEEPING_EVERY_MS = 300_000;
const UNTOLD_SOCKETS = 32;

export interface Bridge {
  readonly port: number;
  /** Closes every connection; open transactions are rolled back. */
  close(): Promise<void>;
}

/** Listens for MongoDB's wire protocol on 127.0.0.1 and answers from the PostgreSQL behind `socketDirectory`. */
export async function startBridge(port: number, socketDirectory: string, limits: Limits): Promise<Bridge> {
  const database = connectDatabase(socketDirectory, limits);
  const cursors = new Cursors(limits);
  const transactions = new Transactions(database, cursors, limits);
  const services: Services = { database, cursors, transactions };
  const sockets = new Set<Socket>();
  let connections = 0;

  const server = createServer((socket) => {
    connections += 1;
    const isOneTooMany = sockets.size >= limits.sockets;
    sockets.add(socket);
    const client = serveSocket(socket, connections, async (message, sender) => {
      if (!isOneTooMany) return answer(message, sender, services);
      setImmediate(() => socket.destroySoon());
      return errorReply(new CommandFailure(errorCodes.temporarilyUnavailable, 'too many connections are open'));
    });
    socket.once('close', () => {
      sockets.delete(socket);
      transactions.clientClosed(client);
    });
  });

  // Beyond those that are told so: connections that say nothing cannot be told anything.
  server.maxConnections = limits.sockets + UNTOLD_SOCKETS;

  const housekeeping = setInterval(() => {
    cursors.sweep();
    forgetOutcomes(database).catch(() => undefined);
  }, HOUSEKEEPING_EVERY_MS);

  await prepareDatabase(database);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    async close() {
      clearInterval(housekeeping);
      server.close();
      for (const socket of sockets) socket.destroy();
      await transactions.close();
      await database.close();
    },
  };
}

async function answer(message: WireMessage, client: ClientSocket, services: Services): Promise<Buffer> {
  const command = parseCommand(message);
  try {
    return await answerCommand(command, client, services);
  } catch (error) {
    if (error instanceof MalformedMessage) throw error;
    const failure = toFailure(error, command.transaction !== undefined);
    if (failure.error === errorCodes.internalError) console.error('%s: %s', command.name, describe(error));
    return errorReply(failure);
  }
}

/** A mistake of the bridge with its place, an error of the database with its message. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return isDatabaseError(error) ? `${error.code} ${error.message}` : (error.stack ?? error.message);
}
