import { type Document, deserialize } from 'bson';
import { type Command, removeEnvelope, type SnapshotReference } from '../command.js';
import { CommandFailure } from '../errors/command-failure.js';
import { errorCodes } from '../errors/error-codes.js';
import { type Answer, type Execution, readBytes, type Statement } from '../execution.js';
import { bsonType, readBoolean, writeDocument } from '../wire/document.js';

/** Open cursor. DocumentDB returns a cursor's state to the caller as a document. */
export interface Cursor {
  readonly database: string;
  readonly continuation: Buffer;
  /** Session of the transaction that opened the cursor. The end of the transaction closes the cursor. */
  readonly transaction: string | undefined;
  /** Time of the snapshot that the cursor reads. Undefined for the current state. */
  readonly snapshot?: bigint | undefined;
}

interface Entry {
  readonly cursor: Cursor;
  readonly usedAt: number;
}

/**
 * Open cursors. A cursor that is idle for too long expires. When there are too many cursors, removes the one that has
 * been idle longest.
 */
export class Cursors {
  readonly #entries = new Map<bigint, Entry>();
  readonly #limits: { readonly cursors: number; readonly cursorIdleMs: number };

  constructor(limits: { readonly cursors: number; readonly cursorIdleMs: number }) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Stores a new or advanced cursor under its id. */
  put(id: bigint, cursor: Cursor, now = Date.now()): void {
    // A map iterates in insertion order, so deleting first keeps the cursor that has been idle longest at the front.
    this.#entries.delete(id);
    this.#entries.set(id, { cursor, usedAt: now });
    this.deleteExpired(now);
  }

  get(id: bigint, now = Date.now()): Cursor | undefined {
    this.deleteExpired(now);
    return this.#entries.get(id)?.cursor;
  }

  delete(id: bigint): boolean {
    return this.#entries.delete(id);
  }

  deleteOfTransaction(session: string): void {
    for (const [id, { cursor }] of this.#entries) if (cursor.transaction === session) this.#entries.delete(id);
  }

  deleteExpired(now = Date.now()): void {
    for (const [id, { usedAt }] of this.#entries) {
      const surplus = this.#entries.size > this.#limits.cursors;
      if (!surplus && now - usedAt < this.#limits.cursorIdleMs) return;
      this.#entries.delete(id);
    }
  }
}

const firstPage = (name: string): Statement => ({
  name,
  text: `SELECT cursorpage::bytea, continuation::bytea, cursorid::text
    FROM documentdb_api.${name}($1, $2::bytea::documentdb_core.bson)`,
});

const oneDocument = (name: string): Statement => ({
  name,
  text: `SELECT document::bytea FROM documentdb_api.${name}($1, $2::bytea::documentdb_core.bson)`,
});

const firstPages: Readonly<Record<string, Statement>> = {
  find: firstPage('find_cursor_first_page'),
  aggregate: firstPage('aggregate_cursor_first_page'),
  listCollections: firstPage('list_collections_cursor_first_page'),
};

const listIndexes = firstPage('list_indexes_cursor_first_page');

const documents: Readonly<Record<string, Statement>> = {
  count: oneDocument('count_query'),
  distinct: oneDocument('distinct_query'),
};

const nextPage: Statement = {
  name: 'cursor_get_more',
  text: `SELECT cursorpage::bytea, continuation::bytea FROM documentdb_api.cursor_get_more($1,
    $2::bytea::documentdb_core.bson, $3::bytea::documentdb_core.bson)`,
};

/**
 * Answers find, aggregate, listCollections, listIndexes, count and distinct. Returns undefined for any other command.
 */
export function answerQuery(command: Command, execution: Execution, cursors: Cursors): Promise<Answer> | undefined {
  if (command.name === 'listIndexes') return answerListIndexes(command, execution, cursors);
  const page = firstPages[command.name];
  if (page !== undefined) return openCursor(page, command, execution, cursors);
  const statement = documents[command.name];
  return statement === undefined ? undefined : answerWithDocument(statement, command, execution);
}

async function answerWithDocument(statement: Statement, command: Command, execution: Execution): Promise<Answer> {
  const [document] = await execution.run(statement, [command.database, removeEnvelope(command)]);
  return { document: requireDocument(readBytes(document)) };
}

/** Option of `listIndexes` that adds the build state of each index. The database's function doesn't know it. */
const buildInfo = 'includeIndexBuildInfo';

/**
 * Wraps the indexes as MongoDB lists them with `includeIndexBuildInfo`. All indexes are marked as built, because
 * DocumentDB lists an index only after its build.
 */
function wrapIndexes(answer: Buffer): Buffer {
  const { cursor, ...rest } = deserialize(answer, { promoteValues: false });
  const firstBatch = cursor.firstBatch.map((spec: Document) => ({ spec }));
  return writeDocument({ cursor: { ...cursor, firstBatch }, ...rest });
}

async function answerListIndexes(command: Command, execution: Execution, cursors: Cursors): Promise<Answer> {
  const elements = new Map([...command.elements].filter(([name]) => name !== buildInfo));
  const answer = await openCursor(listIndexes, { ...command, elements }, execution, cursors);
  const isWanted = readBoolean(command.body, command.elements.get(buildInfo)) === true;
  return isWanted ? { ...answer, document: wrapIndexes(answer.document) } : answer;
}

async function openCursor(page: Statement, command: Command, execution: Execution, cursors: Cursors): Promise<Answer> {
  const { database } = command;
  const [document, rest, id] = await execution.run(page, [database, removeEnvelope(command)]);
  const continuation = readBytes(rest);
  if (continuation !== undefined && id !== null && id !== undefined) {
    cursors.put(BigInt(id), {
      database,
      continuation,
      transaction: execution.transaction,
      snapshot: execution.snapshot,
    });
  }
  return { document: requireDocument(readBytes(document)) };
}

/** Returns the snapshot on which the cursor of a getMore was opened. Returns undefined for any other command. */
export function findCursorSnapshot(command: Command, cursors: Cursors): SnapshotReference | undefined {
  if (command.name !== 'getMore') return undefined;
  const at = cursors.get(readCursorId(command))?.snapshot;
  return at === undefined ? undefined : { at };
}

/** Answers getMore. */
export async function answerGetMore(command: Command, execution: Execution, cursors: Cursors): Promise<Answer> {
  const id = readCursorId(command);
  const cursor = cursors.get(id);
  if (cursor === undefined || cursor.transaction !== execution.transaction) {
    throw new CommandFailure(errorCodes.cursorNotFound, `cursor id ${id} not found`);
  }
  const values = [cursor.database, removeEnvelope(command), cursor.continuation];
  const [document, rest] = await execution.run(nextPage, values);
  const continuation = readBytes(rest);
  if (continuation === undefined) cursors.delete(id);
  else cursors.put(id, { ...cursor, continuation });
  return { document: requireDocument(readBytes(document)) };
}

function readCursorId({ body, elements }: Command): bigint {
  const element = elements.get('getMore');
  if (element?.type === bsonType.int64) return body.readBigInt64LE(element.valueStart);
  throw new CommandFailure(errorCodes.badValue, 'getMore must contain the id of a cursor');
}

function requireDocument(document: Buffer | undefined): Buffer {
  if (document !== undefined) return document;
  throw new CommandFailure(errorCodes.internalError, 'the database returned no answer');
}
