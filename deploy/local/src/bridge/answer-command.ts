import { BSON, type Document, Long } from 'bson';
import type { Command } from './command.js';
import { answerDefinition } from './commands/definitions.js';
import { explain } from './commands/explain.js';
import { buildInfo, hello } from './commands/handshake.js';
import { answerGetMore, answerQuery } from './commands/queries.js';
import { answerWrite } from './commands/writes.js';
import type { Cursors } from './cursors.js';
import { CommandFailure } from './errors/command-failure.js';
import { errorCodes } from './errors/error-codes.js';
import type { Answer, Client, Execution } from './execution.js';
import type { Database } from './postgres/database.js';
import type { Transactions } from './transactions/transactions.js';
import { writeDocument } from './wire/write-document.js';

/** What commands need, besides their client. */
export interface Services {
  readonly database: Database;
  readonly cursors: Cursors;
  readonly transactions: Transactions;
}

const READS = new Set(['find', 'getMore', 'count', 'distinct']);

/** The document that answers a command. Rejects with what went wrong, translated or not. */
export async function answerCommand(
  command: Command,
  client: Client & { readonly id: number },
  services: Services,
): Promise<Buffer> {
  const atOnce = answerAtOnce(command, client.id, services);
  if (atOnce !== undefined) return writeDocument(atOnce);
  const { transaction } = command;
  if (command.name === 'commitTransaction' || command.name === 'abortTransaction') {
    if (transaction === undefined) throw new CommandFailure(errorCodes.badValue, 'the command needs a transaction');
    if (command.name === 'commitTransaction') await services.transactions.commit(transaction);
    else await services.transactions.abort(transaction);
    return writeDocument({ ok: 1 });
  }
  const work = (execution: Execution): Promise<Answer> => answerFromDatabase(command, execution, services);
  if (transaction === undefined) {
    const { database } = services;
    const execution: Execution = {
      run: (statement, values) => database.run(statement, values, client.isClosed),
      runUnlessUndone: (statement, values, isKept) => database.runIfKept(statement, values, isKept, client.isClosed),
      transaction: undefined,
    };
    return (await work(execution)).document;
  }
  return (await services.transactions.run(transaction, client, !READS.has(command.name), work)).document;
}

function answerAtOnce(command: Command, clientId: number, { cursors }: Services): Document | undefined {
  switch (command.name) {
    case 'hello':
    case 'isMaster':
    case 'ismaster':
      return hello(clientId);
    case 'buildInfo':
    case 'buildinfo':
      return buildInfo();
    case 'endSessions':
    case 'refreshSessions':
    case 'killSessions':
      return { ok: 1 };
    case 'killCursors':
      return killCursors(command, cursors);
    default:
      return undefined;
  }
}

async function answerFromDatabase(command: Command, execution: Execution, services: Services): Promise<Answer> {
  if (command.name === 'ping') {
    await execution.run({ name: 'ping', text: "SELECT 'pong'" }, []);
    return { document: writeDocument({ ok: 1 }) };
  }
  if (command.name === 'getMore') return answerGetMore(command, execution, services.cursors);
  if (command.name === 'explain') return explain(command, execution);
  const answer =
    answerWrite(command, execution, services.database) ??
    answerQuery(command, execution, services.cursors) ??
    answerDefinition(command, execution);
  if (answer !== undefined) return answer;
  throw new CommandFailure(errorCodes.commandNotFound, `no such command: '${command.name}'`);
}

function killCursors(command: Command, cursors: Cursors): Document {
  const listed: unknown = BSON.deserialize(command.body, { useBigInt64: true })['cursors'];
  const ids = Array.isArray(listed) ? listed.filter((id): id is bigint => typeof id === 'bigint') : [];
  const killed = ids.filter((id) => cursors.delete(id));
  const long = (id: bigint): Long => Long.fromBigInt(id);
  return {
    cursorsKilled: killed.map(long),
    cursorsNotFound: ids.filter((id) => !killed.includes(id)).map(long),
    cursorsAlive: [],
    cursorsUnknown: [],
    ok: 1,
  };
}
