import { BSON, type Document } from 'bson';
import { type Command, parseCommand, readDocuments, removeEnvelope } from '../command.js';
import type { Database } from '../database.js';
import { CommandFailure } from '../errors/command-failure.js';
import { errorCodes } from '../errors/error-codes.js';
import { type Answer, type Execution, readBytes, type Statement } from '../execution.js';
import { readDocument, readElements, readNumber, readString, writeDocument } from '../wire/document.js';
import { explainDuplicates, explainFailedDuplicate } from './duplicate-key.js';
import { readWriteResult, refuseConflict } from './writes.js';

/** Documents to insert into one collection. */
interface Insertion {
  readonly namespace: string;
  readonly documents: Buffer[];
  /** Index of the first document in the list of operations. */
  readonly start: number;
}

/**
 * Answers a bulkWrite of inserts within a transaction, with a single statement for all collections. Refuses other
 * operations. If one insert fails, the inserts into later collections have already run. The rollback of the transaction
 * undoes them.
 */
export async function answerBulkWrite(command: Command, execution: Execution, database: Database): Promise<Answer> {
  if (execution.transaction === undefined) throw createUnsupportedError('outside of a transaction');
  const insertions = readInsertions(command);
  const inserts = insertions.map(toInsert);
  const values = inserts.flatMap((insert) => [insert.database, removeEnvelope(insert)]);
  const row = await execution.run(toStatement(inserts.length), values).catch(async (error: unknown) => {
    throw await explainFailedDuplicate(error, command, database);
  });
  for (const [place, insert] of inserts.entries()) {
    const document = readBytes(row[place]);
    const insertion = insertions[place];
    if (!document || !insertion) throw new CommandFailure(errorCodes.internalError, 'the database returned no answer');
    const { fields, writeErrors } = readWriteResult(document);
    refuseConflict(writeErrors);
    if (writeErrors.length === 0) continue;
    const [first] = await explainDuplicates(writeErrors.slice(0, 1), insert, insertion.documents, database);
    const { index, ...error }: Document = { ...first };
    const failure = { ok: 0, n: 0, idx: insertion.start + Number(index), ...error };
    return { document: describe(insertion.start + Number(fields['n']), [failure]), failed: true };
  }
  return {
    document: describe(
      insertions.reduce((sum, { documents }) => sum + documents.length, 0),
      [],
    ),
  };
}

function createUnsupportedError(what: string): CommandFailure {
  return new CommandFailure(errorCodes.commandNotSupported, `bulkWrite ${what} is not supported`);
}

function toStatement(count: number): Statement {
  const call = (_: unknown, place: number) =>
    `(documentdb_api.insert($${2 * place + 1}, $${2 * place + 2}::bytea::documentdb_core.bson)).p_result::bytea`;
  return { name: `bulk_write_${count}`, text: `SELECT ${Array.from({ length: count }, call).join(', ')}` };
}

/** Builds the command that inserts the given documents. */
function toInsert({ namespace, documents }: Insertion): Command {
  const [database, ...collection] = namespace.split('.');
  const body = writeDocument({ insert: collection.join('.'), ordered: true, $db: database });
  return parseCommand({ body, sequences: [{ name: 'documents', documents }] });
}

/** Groups consecutive documents by collection. */
function readInsertions(command: Command): readonly Insertion[] {
  const namespaces = readDocuments(command, 'nsInfo').map((info) => readString(info, findElement(info, 'ns')));
  const insertions: Insertion[] = [];
  for (const [start, operation] of readDocuments(command, 'ops').entries()) {
    const insert = findElement(operation, 'insert');
    if (insert === undefined) throw createUnsupportedError('of anything but inserts');
    const namespace = namespaces[readNumber(operation, insert) ?? -1];
    const document = readDocument(operation, findElement(operation, 'document'));
    if (namespace === undefined || document === undefined) {
      throw new CommandFailure(errorCodes.badValue, 'an insert of bulkWrite must have a namespace and a document');
    }
    const last = insertions.at(-1);
    if (last?.namespace === namespace) last.documents.push(document);
    else insertions.push({ namespace, documents: [document], start });
  }
  if (insertions.length === 0) throw new CommandFailure(errorCodes.badValue, 'bulkWrite must have operations');
  return insertions;
}

function findElement(document: Buffer, wanted: string) {
  return readElements(document).find(({ name }) => name === wanted);
}

function describe(inserted: number, failures: readonly Document[]): Buffer {
  return writeDocument({
    cursor: { id: BSON.Long.ZERO, firstBatch: failures, ns: 'admin.$cmd.bulkWrite' },
    nErrors: failures.length,
    nInserted: inserted,
    nMatched: 0,
    nModified: 0,
    nUpserted: 0,
    nDeleted: 0,
    ok: 1,
  });
}
