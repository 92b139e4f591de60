import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { answerCommand, type CommandContext } from './answer-command.js';
import { type ClientSocket, serveSocket } from './client-socket.js';
import { parseCommand } from './command.js';
import { Cursors } from './commands/queries.js';
import { connectDatabase, type Database, prepareDatabase } from './database.js';
import { CommandFailure, isDatabaseError, toErrorReply, toFailure } from './errors/command-failure.js';
import { errorCodes } from './errors/error-codes.js';
import type { Limits } from './limits.js';
import { deleteOldOutcomes } from './transactions/open-transaction.js';
import { Snapshots } from './transactions/snapshots.js';
import { Transactions } from './transactions/transactions.js';
import { MalformedMessage } from './wire/frame-reader.js';
import type { WireMessage } from './wire/message.js';

const CLEANUP_INTERVAL_MS = 300_000;
const REFUSED_SOCKETS = 32;
/** Allows for PostgreSQL, which may start at the same time and must first recover after a crash. */
const START_WAIT_MS = 60_000;

export interface Bridge {
  readonly port: number;
  /** Closes every connection and rolls back open transactions. */
  close(): Promise<void>;
}

/**
 * Listens for MongoDB's wire protocol on 127.0.0.1 and answers with the data of the PostgreSQL behind
 * `socketDirectory`.
 */
export async function startBridge(port: number, socketDirectory: string, limits: Limits): Promise<Bridge> {
  const database = connectDatabase(socketDirectory, limits);
  const cursors = new Cursors(limits);
  const transactions = new Transactions(database, cursors, limits);
  const snapshots = new Snapshots(database, limits);
  const services: CommandContext = { database, cursors, transactions, snapshots };
  const sockets = new Set<Socket>();
  let connections = 0;

  const server = createServer((socket) => {
    connections += 1;
    const isOverLimit = sockets.size >= limits.sockets;
    sockets.add(socket);
    const client = serveSocket(socket, connections, async (message, sender) => {
      if (!isOverLimit) return answer(message, sender, services);
      setImmediate(() => socket.destroySoon());
      return toErrorReply(new CommandFailure(errorCodes.temporarilyUnavailable, 'too many connections are open'));
    });
    socket.once('close', () => {
      sockets.delete(socket);
      transactions.rollbackClient(client);
    });
  });

  // A client over the limit gets an error as the reply to its first command. This maximum bounds such clients that send
  // no command.
  server.maxConnections = limits.sockets + REFUSED_SOCKETS;

  const cleanup = setInterval(() => {
    cursors.deleteExpired();
    deleteOldOutcomes(database).catch(() => undefined);
  }, CLEANUP_INTERVAL_MS);

  await prepareWhenReachable(database);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    async close() {
      clearInterval(cleanup);
      server.close();
      for (const socket of sockets) socket.destroy();
      await transactions.close();
      await snapshots.close();
      await database.close();
    },
  };
}

async function prepareWhenReachable(database: Database): Promise<void> {
  const end = Date.now() + START_WAIT_MS;
  for (;;) {
    try {
      return await prepareDatabase(database);
    } catch (error) {
      const { error: reason } = toFailure(error, false);
      const isAway = reason === errorCodes.hostUnreachable || reason === errorCodes.socketException;
      if (!isAway || Date.now() >= end) throw error;
    }
  }
}

async function answer(message: WireMessage, client: ClientSocket, services: CommandContext): Promise<Buffer> {
  const command = parseCommand(message);
  try {
    return await answerCommand(command, client, services);
  } catch (error) {
    if (error instanceof MalformedMessage) throw error;
    const failure = toFailure(error, command.transaction !== undefined);
    if (failure.error === errorCodes.internalError) console.error('%s: %s', command.name, describe(error));
    return toErrorReply(failure);
  }
}

/** Formats the bridge's own errors with their stack, and the database's errors with only their message. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return isDatabaseError(error) ? `${error.code} ${error.message}` : (error.stack ?? error.message);
}
