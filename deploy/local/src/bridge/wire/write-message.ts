import type { WireMessage } from './parse-message.js';

const OP_REPLY = 1;
const OP_MSG = 2013;
const OP_MSG_PREFIX_BYTES = 21;
const OP_REPLY_PREFIX_BYTES = 36;

let lastRequestId = 0;

/** The two buffers that answer `request` with one document, to be written one after the other. */
export function writeReply(request: Pick<WireMessage, 'requestId' | 'format'>, document: Buffer): [Buffer, Buffer] {
  if (request.format === 'message') return writeOpMsg(document, request.requestId);
  const prefix = header(OP_REPLY_PREFIX_BYTES, document.length, request.requestId, OP_REPLY);
  // The driver looks for this bit, "await capable", only; one document follows.
  prefix.writeInt32LE(8, 16);
  prefix.writeInt32LE(1, 32);
  return [prefix, document];
}

/** A message with `document` as its body; `responseTo` is 0 for a request. */
export function writeOpMsg(document: Buffer, responseTo: number): [Buffer, Buffer] {
  return [header(OP_MSG_PREFIX_BYTES, document.length, responseTo, OP_MSG), document];
}

function header(prefixBytes: number, documentBytes: number, responseTo: number, operation: number): Buffer {
  lastRequestId = (lastRequestId + 1) & 0x7fffffff;
  const prefix = Buffer.alloc(prefixBytes);
  prefix.writeInt32LE(prefixBytes + documentBytes, 0);
  prefix.writeInt32LE(lastRequestId, 4);
  prefix.writeInt32LE(responseTo, 8);
  prefix.writeInt32LE(operation, 12);
  return prefix;
}
