import {
  bsonType,
  type RawElement,
  readBinary,
  readBoolean,
  readDocument,
  readElements,
  readNumber,
  readString,
  readTimestamp,
} from './wire/document.js';
import { MalformedMessage } from './wire/frame-reader.js';
import type { DocumentSequence, WireMessage } from './wire/message.js';

/** Transaction of a command. `session` is the hexadecimal id of the client's session. */
export interface TransactionReference {
  readonly session: string;
  readonly number: bigint;
  readonly starts: boolean;
}

/** Snapshot that a command reads: a snapshot of a given time, or a new one of the current state. */
export interface SnapshotReference {
  /** Time of the snapshot. Undefined for the current state. */
  readonly at: bigint | undefined;
}

/** Command with only its envelope decoded. The other fields stay encoded in `body`. */
export interface Command {
  readonly name: string;
  readonly database: string;
  /** Value of the first element if it is a string: the collection, for most commands. */
  readonly target: string | undefined;
  readonly body: Buffer;
  readonly elements: ReadonlyMap<string, RawElement>;
  readonly sequences: readonly DocumentSequence[];
  readonly transaction: TransactionReference | undefined;
  /** Set for a read with read concern "snapshot" outside a transaction. */
  readonly snapshot: SnapshotReference | undefined;
}

/** @throws MalformedMessage when the body is not a command. */
export function parseCommand(message: Pick<WireMessage, 'body' | 'sequences'>): Command {
  const { body, sequences } = message;
  const list = readElements(body);
  const first = list[0];
  if (first === undefined) throw new MalformedMessage('empty command');
  const elements = new Map(list.map((element) => [element.name, element]));
  // OP_QUERY, which carries only hello, has the database's name outside of the body.
  const database = readString(body, elements.get('$db')) ?? 'admin';
  return {
    name: first.name,
    database,
    target: readString(body, first),
    body,
    elements,
    sequences,
    ...parseIsolation(body, elements),
  };
}

function parseIsolation(
  body: Buffer,
  elements: ReadonlyMap<string, RawElement>,
): Pick<Command, 'transaction' | 'snapshot'> {
  const transaction = parseTransaction(body, elements);
  return { transaction, snapshot: transaction ? undefined : parseSnapshot(body, elements) };
}

function parseSnapshot(body: Buffer, elements: ReadonlyMap<string, RawElement>): SnapshotReference | undefined {
  const readConcern = readDocument(body, elements.get('readConcern'));
  if (readConcern === undefined) return undefined;
  const fields = new Map(readElements(readConcern).map((element) => [element.name, element]));
  if (readString(readConcern, fields.get('level')) !== 'snapshot') return undefined;
  return { at: readTimestamp(readConcern, fields.get('atClusterTime')) };
}

function parseTransaction(body: Buffer, elements: ReadonlyMap<string, RawElement>): TransactionReference | undefined {
  if (readBoolean(body, elements.get('autocommit')) !== false) return undefined;
  const number = readNumber(body, elements.get('txnNumber'));
  const session = readSession(body, elements.get('lsid'));
  if (number === undefined || !Number.isInteger(number) || session === undefined) {
    throw new MalformedMessage('a transaction needs lsid and txnNumber');
  }
  return { session, number: BigInt(number), starts: readBoolean(body, elements.get('startTransaction')) === true };
}

function readSession(body: Buffer, element: RawElement | undefined): string | undefined {
  const lsid = readDocument(body, element);
  if (lsid === undefined) return undefined;
  const id = readBinary(
    lsid,
    readElements(lsid).find(({ name }) => name === 'id'),
  );
  return id?.length === 16 ? id.toString('hex') : undefined;
}

/** Fields that a driver adds for the server itself. The database's functions don't know them. */
const ENVELOPE = new Set([
  'lsid',
  '$db',
  '$clusterTime',
  '$readPreference',
  'txnNumber',
  'startTransaction',
  'autocommit',
  'readConcern',
  'writeConcern',
  'apiVersion',
  'apiStrict',
  'apiDeprecationErrors',
]);

/**
 * Returns the command as the database's functions expect it: without the envelope, and with document sequences as
 * arrays.
 */
export function removeEnvelope({
  body,
  elements,
  sequences,
}: Pick<Command, 'body' | 'elements' | 'sequences'>): Buffer {
  const parts: Buffer[] = [];
  for (const element of elements.values()) {
    if (!ENVELOPE.has(element.name)) parts.push(body.subarray(element.start, element.end));
  }
  for (const sequence of sequences)
    parts.push(writeElementHead(bsonType.array, sequence.name), writeArray(sequence.documents));
  return joinDocument(parts);
}

/** Returns the documents of an array in the body or in a document sequence. */
export function readDocuments(
  command: Pick<Command, 'body' | 'elements' | 'sequences'>,
  name: string,
): readonly Buffer[] {
  const sequence = command.sequences.find((one: DocumentSequence) => one.name === name);
  if (sequence !== undefined) return sequence.documents;
  const array = readDocument(command.body, command.elements.get(name));
  if (array === undefined) return [];
  return readElements(array).flatMap((element) => readDocument(array, element) ?? []);
}

function writeArray(documents: readonly Buffer[]): Buffer {
  return joinDocument(
    documents.flatMap((document, index) => [writeElementHead(bsonType.document, String(index)), document]),
  );
}

function writeElementHead(type: number, name: string): Buffer {
  return Buffer.concat([Buffer.of(type), Buffer.from(`${name}\0`)]);
}

function joinDocument(parts: readonly Buffer[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 5);
  const head = Buffer.alloc(4);
  head.writeInt32LE(length);
  return Buffer.concat([head, ...parts, Buffer.of(0)], length);
}
