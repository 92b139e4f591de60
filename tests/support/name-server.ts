import { createSocket } from 'node:dgram';
import { once } from 'node:events';

const headerBytes = 12;
const typeA = 1;
const lifetimeSeconds = 1;

export interface NameServer {
  readonly port: number;
  stop(): void;
}

/**
 * Builds the answer in the format of RFC 1035, section 4. It has the addresses for a question of type A, and none for
 * other types.
 */
function toAnswer(query: Buffer, addresses: readonly string[]): Buffer {
  const nameEnd = query.indexOf(0, headerBytes) + 1;
  const question = query.subarray(headerBytes, nameEnd + 4);
  const found = query.readUInt16BE(nameEnd) === typeA ? addresses : [];
  const header = Buffer.alloc(headerBytes);
  query.copy(header, 0, 0, 2);
  // An authoritative answer to one question.
  header.writeUInt16BE(0x84_00, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(found.length, 6);
  const records = found.map((address) => {
    // The name refers to the question by its offset. Type A and class IN follow.
    const record = Buffer.from([0xc0, headerBytes, 0, typeA, 0, 1, 0, 0, 0, lifetimeSeconds, 0, 4]);
    return Buffer.concat([record, Buffer.from(address.split('.').map(Number))]);
  });
  return Buffer.concat([header, question, ...records]);
}

/** Starts a name server on a free port of 127.0.0.1. Every name has the given IPv4 addresses. */
export async function startNameServer(addresses: readonly string[]): Promise<NameServer> {
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => socket.send(toAnswer(query, addresses), port, address));
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { port: socket.address().port, stop: () => void socket.close() };
}
