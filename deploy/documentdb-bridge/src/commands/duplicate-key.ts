import { BSON, type Document } from 'bson';
import type { Command } from '../command.js';
import type { Database } from '../database.js';
import { CommandFailure, toFailure } from '../errors/command-failure.js';
import { errorCodes } from '../errors/error-codes.js';
import { readBytes, type Statement } from '../execution.js';

const findIndex: Statement = {
  name: 'duplicate_key_index',
  text: `SELECT (index_spec).index_name, (index_spec).index_key::bytea
    FROM documentdb_api_catalog.collection_indexes JOIN documentdb_api_catalog.collections USING (collection_id)
    WHERE database_name = $1 AND collection_name = $2 AND $3 IN ((index_spec).index_name, index_id::text)`,
};

/** DocumentDB reports the index's name. PostgreSQL reports the constraint, whose name ends in the index's number. */
const NAMED_INDEX = /Index '([^']+)'$/;
const CONSTRAINT = /constraint "documents_(?:rum_)?index_(\d+)"/;
const PRIMARY_KEY = /constraint "collection_pk_\d+"/;

/**
 * Adds mongod's message and `keyPattern` to the write errors that are duplicate keys. For inserts, also adds
 * `keyValue`.
 */
export async function explainDuplicates(
  writeErrors: readonly Document[],
  command: Command,
  operations: readonly Buffer[],
  database: Database,
): Promise<Document[]> {
  return Promise.all(
    writeErrors.map(async (writeError) => {
      if (writeError['code'] !== errorCodes.duplicateKey.code) return writeError;
      const document = command.name === 'insert' ? operations[Number(writeError['index'])] : undefined;
      const explained = await explain(String(writeError['errmsg']), command, database, document);
      return { ...writeError, ...explained.details, errmsg: explained.message };
    }),
  );
}

/** Adds the same details to a command that failed as a whole. Returns any other error unchanged. */
export async function explainFailedDuplicate(error: unknown, command: Command, database: Database): Promise<unknown> {
  const { error: code, message } = toFailure(error, false);
  if (code !== errorCodes.duplicateKey) return error;
  const explained = await explain(message, command, database, undefined);
  return new CommandFailure(code, explained.message, { details: explained.details });
}

async function explain(
  message: string,
  command: Command,
  database: Database,
  inserted: Buffer | undefined,
): Promise<{ readonly message: string; readonly details: Document }> {
  const name = PRIMARY_KEY.test(message) ? '_id_' : (NAMED_INDEX.exec(message) ?? CONSTRAINT.exec(message))?.[1];
  const collection = command.target ?? '';
  const values = [command.database, collection, name ?? ''];
  const [indexName = name, key] = await database.run(findIndex, values).catch(() => []);
  const keyPattern = readPattern(readBytes(key));
  const prefix = `E11000 duplicate key error collection: ${command.database}.${collection} index: ${indexName}`;
  if (keyPattern === undefined) return { message: prefix, details: {} };
  const keyValue = inserted === undefined ? undefined : readKey(inserted, Object.keys(keyPattern));
  const shown = keyValue === undefined ? '' : ` dup key: ${JSON.stringify(keyValue)}`;
  return { message: prefix + shown, details: { keyPattern, ...(keyValue === undefined ? {} : { keyValue }) } };
}

function readPattern(key: Buffer | undefined): Document | undefined {
  return key === undefined ? undefined : BSON.deserialize(key);
}

function readKey(document: Buffer, paths: readonly string[]): Document {
  const whole = BSON.deserialize(document);
  return Object.fromEntries(paths.map((path) => [path, readPath(whole, path.split('.')) ?? null]));
}

function readPath(value: unknown, [first, ...rest]: readonly string[]): unknown {
  if (first === undefined) return value;
  if (typeof value !== 'object' || value === null || !(first in value)) return undefined;
  return readPath(Object.entries(value).find(([name]) => name === first)?.[1], rest);
}
