import { BSON, BSONError, type Document, onDemand } from 'bson';
import { MalformedMessage } from './frame-reader.js';

/** BSON type numbers that the bridge distinguishes. */
export const bsonType = {
  double: 1,
  string: 2,
  document: 3,
  array: 4,
  binary: 5,
  boolean: 8,
  int32: 16,
  timestamp: 17,
  int64: 18,
} as const;

/** Element of a document, not decoded. */
export interface RawElement {
  readonly type: number;
  readonly name: string;
  /** Offset of the element, including its type byte. */
  readonly start: number;
  /** Offset of the element's value. */
  readonly valueStart: number;
  readonly end: number;
}

/**
 * Returns the top-level elements, in order. Doesn't read nested elements.
 * @throws MalformedMessage when the bytes are not one BSON document.
 */
export function readElements(document: Buffer): RawElement[] {
  if (document.length < 5 || document.readInt32LE(0) !== document.length) throw new MalformedMessage('document length');
  try {
    return Array.from(onDemand.parseToElements(document), ([type, nameStart, nameLength, valueStart, length]) => ({
      type,
      name: document.toString('utf8', nameStart, nameStart + nameLength),
      start: nameStart - 1,
      valueStart,
      end: valueStart + length,
    }));
  } catch (error) {
    if (error instanceof BSONError) throw new MalformedMessage(error.message);
    throw error;
  }
}

export function readString(document: Buffer, element: RawElement | undefined): string | undefined {
  if (element?.type !== bsonType.string) return undefined;
  return document.toString('utf8', element.valueStart + 4, element.end - 1);
}

export function readNumber(document: Buffer, element: RawElement | undefined): number | undefined {
  if (element?.type === bsonType.int32) return document.readInt32LE(element.valueStart);
  if (element?.type === bsonType.int64) return Number(document.readBigInt64LE(element.valueStart));
  if (element?.type === bsonType.double) return document.readDoubleLE(element.valueStart);
  return undefined;
}

export function readBoolean(document: Buffer, element: RawElement | undefined): boolean | undefined {
  return element?.type === bsonType.boolean ? document[element.valueStart] === 1 : undefined;
}

export function readTimestamp(document: Buffer, element: RawElement | undefined): bigint | undefined {
  return element?.type === bsonType.timestamp ? document.readBigUInt64LE(element.valueStart) : undefined;
}

/** Returns the bytes of a binary value, without its length and subtype. */
export function readBinary(document: Buffer, element: RawElement | undefined): Buffer | undefined {
  return element?.type === bsonType.binary ? document.subarray(element.valueStart + 5, element.end) : undefined;
}

/** Returns the bytes of an embedded document or array. */
export function readDocument(document: Buffer, element: RawElement | undefined): Buffer | undefined {
  if (element?.type !== bsonType.document && element?.type !== bsonType.array) return undefined;
  return document.subarray(element.valueStart, element.end);
}

/** Encodes a document as BSON. */
export function writeDocument(document: Document): Buffer {
  const bytes = BSON.serialize(document, { ignoreUndefined: true });
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Returns the document with one more element at its end. */
function appendElement(document: Buffer, element: Buffer): Buffer {
  const appended = Buffer.concat([document.subarray(0, -1), element, Buffer.of(0)]);
  appended.writeInt32LE(appended.length);
  return appended;
}

/** Returns the document with an embedded document replaced. */
function replaceDocument(document: Buffer, { valueStart, end }: RawElement, replacement: Buffer): Buffer {
  const replaced = Buffer.concat([document.subarray(0, valueStart), replacement, document.subarray(end)]);
  replaced.writeInt32LE(replaced.length);
  return replaced;
}

/** Adds `atClusterTime` to an answer, within its cursor if it has one. */
export function addClusterTime(answer: Buffer, time: bigint): Buffer {
  const element = Buffer.concat([Buffer.of(bsonType.timestamp), Buffer.from('atClusterTime\0'), Buffer.alloc(8)]);
  element.writeBigUInt64LE(time, element.length - 8);
  const cursor = readElements(answer).find(({ name }) => name === 'cursor');
  const embedded = readDocument(answer, cursor);
  if (cursor === undefined || embedded === undefined) return appendElement(answer, element);
  return replaceDocument(answer, cursor, appendElement(embedded, element));
}
