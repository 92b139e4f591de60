import { BSON, type Document } from 'bson';
import { exchangeBytes } from '../../supervise/probe.js';

const OP_MSG = 2013;
/** Header of a message (16 bytes), flags (4) and the kind of the only section (1). */
const PREFIX_BYTES = 21;

/**
 * Sends one command to the `admin` database of the server on a port of 127.0.0.1 and returns its reply.
 * @throws Error when the connection fails or `deadline` passes.
 */
export async function askServer(port: number, command: Document, deadline: AbortSignal): Promise<Document> {
  const request = toMessage({ ...command, $db: 'admin' });
  const reply = await exchangeBytes({ host: '127.0.0.1', port }, request, deadline, isWhole);
  return BSON.deserialize(reply.subarray(PREFIX_BYTES));
}

/** A message begins with its length. */
function isWhole(received: Buffer): boolean {
  return received.length >= PREFIX_BYTES && received.length >= received.readInt32LE(0);
}

function toMessage(command: Document): Buffer {
  const body = BSON.serialize(command);
  const prefix = Buffer.alloc(PREFIX_BYTES);
  prefix.writeInt32LE(PREFIX_BYTES + body.length, 0);
  prefix.writeInt32LE(OP_MSG, 12);
  return Buffer.concat([prefix, body]);
}
