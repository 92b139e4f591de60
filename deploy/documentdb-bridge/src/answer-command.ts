import { BSON, type Document, Long } from 'bson';
import type { Command } from './command.js';
import { answerBulkWrite } from './commands/bulk-write.js';
import { answerDefinition } from './commands/definitions.js';
import { explain } from './commands/explain.js';
import { answerGetMore, answerQuery, type Cursors, findCursorSnapshot } from './commands/queries.js';
import { answerWrite } from './commands/writes.js';
import type { Database } from './database.js';
import { CommandFailure } from './errors/command-failure.js';
import { errorCodes } from './errors/error-codes.js';
import type { Answer, Client, Execution } from './execution.js';
import { checkCommand, readsOfSnapshots } from './rules/command-rules.js';
import type { Snapshots } from './transactions/snapshots.js';
import type { Transactions } from './transactions/transactions.js';
import { writeDocument } from './wire/document.js';
import { MAX_MESSAGE_BYTES } from './wire/frame-reader.js';

/** Dependencies that all commands share. */
export interface CommandContext {
  readonly database: Database;
  readonly cursors: Cursors;
  readonly transactions: Transactions;
  readonly snapshots: Snapshots;
}

const READS = new Set(['find', 'getMore', 'count', 'distinct']);
/** Command that waits until all reads of the collection have finished. */
const DROPS = new Set(['drop', 'dropDatabase', 'dropIndexes', 'collMod']);

/** Returns the document that answers a command. Rejects with the error, whether translated or not. */
export async function answerCommand(
  command: Command,
  client: Client & { readonly id: number },
  services: CommandContext,
): Promise<Buffer> {
  checkCommand(command);
  const immediate = answerWithoutDatabase(command, client.id, services);
  if (immediate !== undefined) return writeDocument(immediate);
  const { transaction } = command;
  if (command.name === 'commitTransaction' || command.name === 'abortTransaction') {
    if (transaction === undefined) throw new CommandFailure(errorCodes.badValue, 'the command requires a transaction');
    if (command.name === 'commitTransaction') await services.transactions.commit(transaction);
    else await services.transactions.abort(transaction);
    return writeDocument({ ok: 1 });
  }
  const work = (execution: Execution, snapshot?: bigint): Promise<Answer> =>
    answerFromDatabase(command, { ...execution, snapshot }, services);
  const snapshot = command.snapshot ?? findCursorSnapshot(command, services.cursors);
  if (snapshot !== undefined && readsOfSnapshots.has(command.name)) {
    return (await services.snapshots.run(snapshot.at, command.database, work)).document;
  }
  if (DROPS.has(command.name)) await services.snapshots.giveUpOf(command.database);
  if (transaction === undefined) {
    const { database } = services;
    const execution: Execution = {
      run: (statement, values) => database.run(statement, values, client.isClosed),
      runInTransaction: (statement, values, shouldCommit) =>
        database.runInTransaction(statement, values, shouldCommit, client.isClosed),
      transaction: undefined,
    };
    return (await work(execution)).document;
  }
  return (await services.transactions.run(transaction, client, !READS.has(command.name), work)).document;
}

function answerWithoutDatabase(command: Command, clientId: number, { cursors }: CommandContext): Document | undefined {
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

async function answerFromDatabase(command: Command, execution: Execution, services: CommandContext): Promise<Answer> {
  if (command.name === 'ping') {
    await execution.run({ name: 'ping', text: "SELECT 'pong'" }, []);
    return { document: writeDocument({ ok: 1 }) };
  }
  if (command.name === 'getMore') return answerGetMore(command, execution, services.cursors);
  if (command.name === 'bulkWrite') return answerBulkWrite(command, execution, services.database);
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

const VERSION = '8.0.0';
/** Wire version of MongoDB 8.0. Drivers then use no command that this version lacks. */
const WIRE_VERSION = 25;

/**
 * Presents the bridge as a standalone server with sessions. After a broken connection, drivers don't retry writes on a
 * standalone server. A retry could apply a write twice. Drivers use transactions with any server that has sessions.
 */
function hello(connectionId: number): Document {
  return {
    helloOk: true,
    ismaster: true,
    isWritablePrimary: true,
    maxBsonObjectSize: 16 * 1024 * 1024,
    maxMessageSizeBytes: MAX_MESSAGE_BYTES,
    maxWriteBatchSize: 100_000,
    localTime: new Date(),
    logicalSessionTimeoutMinutes: 30,
    connectionId,
    minWireVersion: 0,
    maxWireVersion: WIRE_VERSION,
    readOnly: false,
    ok: 1,
  };
}

function buildInfo(): Document {
  return { version: VERSION, versionArray: VERSION.split('.').map(Number).concat(0), bits: 64, ok: 1 };
}
