import type { Command } from './command.js';
import type { DocumentSequence } from './wire/parse-message.js';
import { bsonType, readDocument, readElements } from './wire/raw-document.js';

/** What a driver adds to commands for the server itself; the database's functions know nothing of it. */
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

/** The command as the database's functions take it: without the envelope, with the document sequences as arrays. */
export function passThrough({ body, elements, sequences }: Pick<Command, 'body' | 'elements' | 'sequences'>): Buffer {
  const parts: Buffer[] = [];
  for (const element of elements.values()) {
    if (!ENVELOPE.has(element.name)) parts.push(body.subarray(element.start, element.end));
  }
  for (const sequence of sequences) parts.push(elementHead(bsonType.array, sequence.name), arrayOf(sequence.documents));
  return documentOf(parts);
}

/** The documents of an array that came in the body or beside it. */
export function documentsOf(
  command: Pick<Command, 'body' | 'elements' | 'sequences'>,
  name: string,
): readonly Buffer[] {
  const sequence = command.sequences.find((one: DocumentSequence) => one.name === name);
  if (sequence !== undefined) return sequence.documents;
  const array = readDocument(command.body, command.elements.get(name));
  if (array === undefined) return [];
  return readElements(array).flatMap((element) => readDocument(array, element) ?? []);
}

function arrayOf(documents: readonly Buffer[]): Buffer {
  return documentOf(documents.flatMap((document, index) => [elementHead(bsonType.document, String(index)), document]));
}

function elementHead(type: number, name: string): Buffer {
  return Buffer.concat([Buffer.of(type), Buffer.from(`${name}\0`)]);
}

function documentOf(parts: readonly Buffer[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 5);
  const head = Buffer.alloc(4);
  head.writeInt32LE(length);
  return Buffer.concat([head, ...parts, Buffer.of(0)], length);
}
