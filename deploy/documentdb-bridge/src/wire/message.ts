import { MalformedMessage } from './frame-reader.js';

/** Documents that a driver sends outside of the command's body, under the name of their array. */
export interface DocumentSequence {
  readonly name: string;
  readonly documents: readonly Buffer[];
}

export interface WireMessage {
  readonly requestId: number;
  /** `query` is the form of a driver's first message, sent before the driver knows the server's protocol. */
  readonly format: 'message' | 'query';
  /** False when the client asked for no acknowledgement. */
  readonly awaitsReply: boolean;
  readonly body: Buffer;
  readonly sequences: readonly DocumentSequence[];
}

const OP_QUERY = 2004;
const OP_MSG = 2013;
const CHECKSUM_PRESENT = 1;
const MORE_TO_COME = 2;
/** A server must understand the lower sixteen flag bits or refuse the message. */
const UNKNOWN_REQUIRED_FLAGS = 0xffff & ~(CHECKSUM_PRESENT | MORE_TO_COME);

/** @throws MalformedMessage */
export function parseMessage(message: Buffer): WireMessage {
  const operation = message.readInt32LE(12);
  try {
    if (operation === OP_MSG) return parseOpMsg(message);
    if (operation === OP_QUERY) return parseOpQuery(message);
  } catch (error) {
    if (error instanceof RangeError) throw new MalformedMessage('message ends too early');
    throw error;
  }
  throw new MalformedMessage(`operation ${operation}`);
}

function parseOpMsg(message: Buffer): WireMessage {
  const flags = message.readUInt32LE(16);
  if ((flags & UNKNOWN_REQUIRED_FLAGS) !== 0) throw new MalformedMessage('unknown flags');
  const end = message.length - ((flags & CHECKSUM_PRESENT) === 0 ? 0 : 4);
  const sequences: DocumentSequence[] = [];
  let body: Buffer | undefined;
  let offset = 20;
  while (offset < end) {
    const kind = message[offset];
    const section = readSized(message, offset + 1, end);
    if (kind === 0 && body === undefined) body = section;
    else if (kind === 1) sequences.push(parseSequence(section));
    else throw new MalformedMessage('unknown or repeated section');
    offset += 1 + section.length;
  }
  if (body === undefined) throw new MalformedMessage('no body');
  const awaitsReply = (flags & MORE_TO_COME) === 0;
  return { requestId: message.readInt32LE(4), format: 'message', awaitsReply, body, sequences };
}

function parseSequence(section: Buffer): DocumentSequence {
  const nameEnd = findNameEnd(section, 4);
  const documents: Buffer[] = [];
  for (let offset = nameEnd + 1; offset < section.length; ) {
    const document = readSized(section, offset, section.length);
    documents.push(document);
    offset += document.length;
  }
  return { name: section.toString('utf8', 4, nameEnd), documents };
}

function parseOpQuery(message: Buffer): WireMessage {
  const body = readSized(message, findNameEnd(message, 20) + 9, message.length);
  return { requestId: message.readInt32LE(4), format: 'query', awaitsReply: true, body, sequences: [] };
}

function findNameEnd(bytes: Buffer, start: number): number {
  const end = bytes.indexOf(0, start);
  if (end < 0) throw new MalformedMessage('name without an end');
  return end;
}

/** Returns the document or sequence that starts with its own length. */
function readSized(bytes: Buffer, start: number, end: number): Buffer {
  const length = bytes.readInt32LE(start);
  if (length < 5 || start + length > end) throw new MalformedMessage(`length ${length} inside a message`);
  return bytes.subarray(start, start + length);
}

const OP_REPLY = 1;
const OP_MSG_PREFIX_BYTES = 21;
const OP_REPLY_PREFIX_BYTES = 36;

let lastRequestId = 0;

/** Returns the two buffers that answer `request` with one document. They must be written one after the other. */
export function writeReply(request: Pick<WireMessage, 'requestId' | 'format'>, document: Buffer): [Buffer, Buffer] {
  if (request.format === 'message') return writeOpMsg(document, request.requestId);
  const prefix = writeHeader(OP_REPLY_PREFIX_BYTES, document.length, request.requestId, OP_REPLY);
  // The driver only looks for the "await capable" bit. One document follows.
  prefix.writeInt32LE(8, 16);
  prefix.writeInt32LE(1, 32);
  return [prefix, document];
}

/** Encodes a message with `document` as its body. `responseTo` is 0 for a request. */
export function writeOpMsg(document: Buffer, responseTo: number): [Buffer, Buffer] {
  return [writeHeader(OP_MSG_PREFIX_BYTES, document.length, responseTo, OP_MSG), document];
}

function writeHeader(prefixBytes: number, documentBytes: number, responseTo: number, operation: number): Buffer {
  lastRequestId = (lastRequestId + 1) & 0x7fffffff;
  const prefix = Buffer.alloc(prefixBytes);
  prefix.writeInt32LE(prefixBytes + documentBytes, 0);
  prefix.writeInt32LE(lastRequestId, 4);
  prefix.writeInt32LE(responseTo, 8);
  prefix.writeInt32LE(operation, 12);
  return prefix;
}
