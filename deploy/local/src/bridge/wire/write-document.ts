import { BSON, type Document } from 'bson';

/** A document in the bytes that travel. */
export function writeDocument(document: Document): Buffer {
  const bytes = BSON.serialize(document, { ignoreUndefined: true });
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
