import type { Document } from 'bson';
import { type Command, removeEnvelope } from '../command.js';
import { CommandFailure } from '../errors/command-failure.js';
import { errorCodes } from '../errors/error-codes.js';
import { type Answer, type Execution, readBytes, type Statement } from '../execution.js';
import { writeDocument } from '../wire/document.js';

const statements = {
  // A background build returns before the unique index is enforced.
  createIndexes: {
    name: 'create_indexes',
    text: `SELECT documentdb_api_internal.create_indexes_non_concurrently($1, $2::bytea::documentdb_core.bson, true)::bytea`,
  },
  dropIndexes: { name: 'drop_indexes', text: 'CALL documentdb_api.drop_indexes($1, $2::bytea::documentdb_core.bson)' },
  create: {
    name: 'create_collection',
    text: 'SELECT documentdb_api.create_collection_view($1, $2::bytea::documentdb_core.bson)::bytea',
  },
  collMod: {
    name: 'coll_mod',
    text: 'SELECT documentdb_api.coll_mod($1, $3, $2::bytea::documentdb_core.bson)::bytea',
  },
  listDatabases: {
    name: 'list_databases',
    text: 'SELECT documentdb_api.list_databases($1::bytea::documentdb_core.bson)::bytea',
  },
  drop: { name: 'drop_collection', text: 'SELECT documentdb_api.drop_collection($1, $2)::text' },
  dropDatabase: { name: 'drop_database', text: 'SELECT documentdb_api.drop_database($1)' },
} satisfies Readonly<Record<string, Statement>>;

type Handler = (command: Command, execution: Execution) => Promise<Answer>;

const handlers: Readonly<Record<string, Handler>> = {
  createIndexes: (command, { run }) =>
    answer(run(statements.createIndexes, [command.database, removeEnvelope(command)])),
  dropIndexes: (command, { run }) => answer(run(statements.dropIndexes, [command.database, removeEnvelope(command)])),
  create: (command, { run }) => answer(run(statements.create, [command.database, removeEnvelope(command)])),
  collMod: (command, { run }) =>
    answer(run(statements.collMod, [command.database, removeEnvelope(command), requireCollection(command)])),
  listDatabases: (command, { run }) => answer(run(statements.listDatabases, [removeEnvelope(command)])),
  async drop(command, { run }) {
    await run(statements.drop, [command.database, requireCollection(command)]);
    return acknowledge({ ns: `${command.database}.${requireCollection(command)}` });
  },
  async dropDatabase(command, { run }) {
    await run(statements.dropDatabase, [command.database]);
    return acknowledge({ dropped: command.database });
  },
};

/** Answers the commands that define collections and indexes. Returns undefined for any other command. */
export function answerDefinition(command: Command, execution: Execution): Promise<Answer> | undefined {
  return handlers[command.name]?.(command, execution);
}

async function answer(row: Promise<readonly (string | null)[]>): Promise<Answer> {
  const [result] = await row;
  const document = readBytes(result);
  return document === undefined ? acknowledge({}) : { document };
}

function acknowledge(fields: Document): Answer {
  return { document: writeDocument({ ...fields, ok: 1 }) };
}

function requireCollection(command: Command): string {
  if (command.target !== undefined) return command.target;
  throw new CommandFailure(errorCodes.badValue, `${command.name} must name a collection`);
}
