import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { serveSocket } from '@plotline/documentdb-bridge/client-socket';
import { parseCommand } from '@plotline/documentdb-bridge/command';
import { writeDocument } from '@plotline/documentdb-bridge/wire/document';
import { FrameReader } from '@plotline/documentdb-bridge/wire/frame-reader';
import { parseMessage, writeOpMsg } from '@plotline/documentdb-bridge/wire/message';
import { BSON, type Document } from 'bson';
import { expect } from 'chai';

describe('serveSocket', () => {
  const server = createServer((socket) => {
    serveSocket(socket, 1, async ({ body, sequences }) => {
      const command = parseCommand({ body, sequences });
      if (command.name === 'slow') await delay(30);
      return writeDocument({ answered: command.name });
    });
  });
  let port = 0;

  before(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address: AddressInfo | string | null = server.address();
    port = typeof address === 'object' && address !== null ? address.port : 0;
  });

  after(() => server.close());

  /** Sends the bytes and reads `count` answers, or reads until the server closes the connection. */
  async function sendAndReceive(bytes: Buffer, count: number): Promise<{ answers: Document[]; closed: boolean }> {
    const socket = connect(port, '127.0.0.1');
    const frames = new FrameReader();
    const answers: Document[] = [];
    socket.on('error', () => undefined);
    socket.write(bytes);
    const full = new Promise<void>((resolve) => {
      socket.on('data', (chunk) => {
        answers.push(...frames.push(chunk).map((frame) => BSON.deserialize(parseMessage(frame).body)));
        if (answers.length >= count) resolve();
      });
    });
    const closed = await Promise.race([full.then(() => false), once(socket, 'close').then(() => true)]);
    socket.destroy();
    return { answers, closed };
  }

  const ask = (command: Document): Buffer => Buffer.concat(writeOpMsg(writeDocument(command), 0));

  it('answers many messages in order', async () => {
    const names = Array.from({ length: 40 }, (_, n) => (n % 10 === 0 ? 'slow' : `quick${n}`));
    const { answers } = await sendAndReceive(Buffer.concat(names.map((name) => ask({ [name]: 1 }))), names.length);
    expect(answers.map(({ answered }) => answered)).to.deep.equal(names);
  });

  it('does not answer a message that requests no acknowledgement', async () => {
    const silent = ask({ unacknowledged: 1 });
    silent.writeUInt32LE(2, 16);
    const { answers } = await sendAndReceive(Buffer.concat([silent, ask({ next: 1 })]), 1);
    expect(answers).to.deep.equal([{ answered: 'next' }]);
  });

  it('closes the connection on malformed bytes, and continues to serve others', async () => {
    const unknownOperation = ask({ ping: 1 });
    unknownOperation.writeInt32LE(1, 12);
    const noCommand = ask({});
    for (const bytes of [Buffer.from('GET / HTTP/1.1\r\n\r\n'), unknownOperation, noCommand, Buffer.alloc(64, 0xff)]) {
      expect(await sendAndReceive(bytes, 1)).to.deep.equal({ answers: [], closed: true });
    }
    expect((await sendAndReceive(ask({ ping: 1 }), 1)).answers).to.deep.equal([{ answered: 'ping' }]);
  });
});
