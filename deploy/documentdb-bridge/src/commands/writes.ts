import { setTimeout as delay } from 'node:timers/promises';
import { BSON, type Document } from 'bson';
import { type Command, readDocuments, removeEnvelope } from '../command.js';
import type { Database } from '../database.js';
import { CommandFailure, toFailure } from '../errors/command-failure.js';
import { errorCodes, toErrorCode, unpackSqlState } from '../errors/error-codes.js';
import { type Answer, type Execution, type Row, readBytes, type Statement } from '../execution.js';
import { Semaphore } from '../transactions/semaphore.js';
import { readBoolean, readElements, writeDocument } from '../wire/document.js';
import { explainDuplicates, explainFailedDuplicate } from './duplicate-key.js';

const write = (name: string): Statement => ({
  name,
  text: `SELECT p_result::bytea FROM documentdb_api.${name}($1, $2::bytea::documentdb_core.bson)`,
});

/** Statement of a writing command, and the array of its operations if it has several. */
const writes: Readonly<Record<string, { readonly statement: Statement; readonly operations?: string }>> = {
  insert: { statement: write('insert'), operations: 'documents' },
  update: { statement: write('update'), operations: 'updates' },
  delete: { statement: write('delete'), operations: 'deletes' },
  findAndModify: { statement: write('find_and_modify') },
  findandmodify: { statement: write('find_and_modify') },
};

/** Answers insert, update, delete and findAndModify. Returns undefined for any other command. */
export function answerWrite(command: Command, execution: Execution, database: Database): Promise<Answer> | undefined {
  const found = writes[command.name];
  if (found === undefined) return undefined;
  // A command without a list of operations is a single operation.
  const operations = found.operations === undefined ? [command.body] : readDocuments(command, found.operations);
  return answer(found.statement, command, operations, execution, database).catch(async (error: unknown) => {
    throw await explainFailedDuplicate(error, command, database);
  });
}

async function answer(
  statement: Statement,
  command: Command,
  operations: readonly Buffer[],
  execution: Execution,
  database: Database,
): Promise<Answer> {
  const result = await runWrite(statement, command, operations, execution);
  if (execution.transaction !== undefined) refuseConflict(result.writeErrors);
  if (result.writeErrors.length === 0) return { document: result.document };
  const writeErrors = await explainDuplicates(result.writeErrors, command, operations, database);
  return { document: writeDocument({ ...result.fields, writeErrors }), failed: true };
}

/**
 * Error that mongod reports for a whole command after a conflict in a transaction. It makes drivers repeat the
 * transaction.
 */
export function refuseConflict(writeErrors: readonly Document[]): void {
  const conflict = writeErrors.find(({ code }) => code === errorCodes.writeConflict.code);
  if (conflict !== undefined) throw new CommandFailure(errorCodes.writeConflict, String(conflict['errmsg']));
}

const MAX_ATTEMPTS = 12;
/** A retried upsert finds the record that a concurrent upsert inserted, if the filter matches that record. */
const MAX_UPSERT_ATTEMPTS = 3;
const MAX_PAUSE_MS = 40;
const RETRY_LOCK_WAIT_MS = 2_000;

/** Runs retries one at a time, so that they don't deadlock with each other again. */
const retryLock = new Semaphore(1);

/**
 * Runs a write. Outside of transactions, the bridge retries a write after a conflict, as mongod does. PostgreSQL runs a
 * command as one transaction, which may deadlock with another one. The bridge then retries the command that PostgreSQL
 * aborted. It also retries an upsert that failed on a unique key because another client inserted first.
 */
async function runWrite(
  statement: Statement,
  command: Command,
  operations: readonly Buffer[],
  execution: Execution,
): Promise<WriteResult> {
  const values = [command.database, removeEnvelope(command)];
  if (execution.transaction !== undefined) return readResult(await execution.run(statement, values));
  const upserts = operations.length === 1 && operations.every(isUpsert);
  // A single operation that failed has changed nothing. If one of several operations fails, the earlier ones must be
  // undone.
  const run = (isFinal: (row: Row) => boolean): Promise<Row | undefined> =>
    operations.length > 1 ? execution.runInTransaction(statement, values, isFinal) : execution.run(statement, values);
  for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt += 1) {
    const retryable = listRetryableCodes(upserts && attempt < MAX_UPSERT_ATTEMPTS);
    const unlock = attempt === 1 ? undefined : await retryLock.acquire(RETRY_LOCK_WAIT_MS);
    const result = await tryWrite(run, retryable).finally(() => unlock?.());
    if (result !== undefined) return result;
    await delay(Math.random() * MAX_PAUSE_MS);
  }
  return readResult(await execution.run(statement, values));
}

/** Returns the result of one attempt, or undefined if the write must be retried. */
async function tryWrite(
  run: (isFinal: (row: Row) => boolean) => Promise<Row | undefined>,
  retryable: ReadonlySet<unknown>,
): Promise<WriteResult | undefined> {
  const isFinal = (row: Row): boolean => !readResult(row).writeErrors.some(({ code }) => retryable.has(code));
  try {
    const row = await run(isFinal);
    return row !== undefined && isFinal(row) ? readResult(row) : undefined;
  } catch (error) {
    if (!retryable.has(toFailure(error, false).error.code)) throw error;
    return undefined;
  }
}

/** Error codes that make the bridge retry a write. */
function listRetryableCodes(isUpsertRace: boolean): ReadonlySet<unknown> {
  return new Set([errorCodes.writeConflict.code, ...(isUpsertRace ? [errorCodes.duplicateKey.code] : [])]);
}

function isUpsert(operation: Buffer): boolean {
  const element = readElements(operation).find(({ name }) => name === 'upsert');
  return readBoolean(operation, element) === true;
}

function readResult(row: Row): WriteResult {
  const document = readBytes(row[0]);
  if (document === undefined) throw new CommandFailure(errorCodes.internalError, 'the database returned no answer');
  return readWriteResult(document);
}

/** Answer to a write, decoded only as far as needed. */
export interface WriteResult {
  /** Answer as DocumentDB wrote it. The client gets it unchanged if nothing failed. */
  readonly document: Buffer;
  /** Fields of the answer if it has write errors. */
  readonly fields: Document;
  /** Write errors with MongoDB's codes. */
  readonly writeErrors: readonly Document[];
}

export function readWriteResult(document: Buffer): WriteResult {
  if (!readElements(document).some(({ name }) => name === 'writeErrors'))
    return { document, fields: {}, writeErrors: [] };
  const fields = BSON.deserialize(document, { promoteValues: false, bsonRegExp: true });
  const writeErrors: unknown = fields['writeErrors'];
  return { document, fields, writeErrors: Array.isArray(writeErrors) ? writeErrors.map(translate) : [] };
}

/** Translates a write error, which carries a packed SQLSTATE. An unknown number may be MongoDB's own code. */
function translate(writeError: Document): Document {
  const code = Number(writeError['code']);
  const known = toErrorCode(unpackSqlState(code));
  return { ...writeError, code: known === errorCodes.unknownError ? code : known.code };
}
