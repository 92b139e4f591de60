import { once } from 'node:events';
import { createServer } from 'node:net';
import { createMissingMongoError } from '@plotline/local/stores/find-server';
import { downloadMongod } from '@plotline/local/stores/mongo/download-mongod';
import { expect } from 'chai';
import { temporaryDirectory } from '../../stubs/temporary-directory.js';

describe('downloadMongod', () => {
  const directory = temporaryDirectory();
  const variable = 'MONGOMS_DOWNLOAD_MIRROR';
  const given = process.env[variable];

  after(() => {
    if (given === undefined) delete process.env[variable];
    else process.env[variable] = given;
  });

  async function tryMirror(respond: (write: (text: string) => void) => void): Promise<unknown> {
    const lines: string[] = [];
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      respond((text) => socket.end(text));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    process.env[variable] = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
    const outcome = await downloadMongod(directory, (line) => lines.push(line));
    server.close();
    expect(lines).to.deep.equal([]);
    return outcome;
  }

  it('gives up on a host that accepts the connection but never responds', async () => {
    expect(await tryMirror(() => undefined))
      .to.have.property('reason')
      .that.matches(/^can't connect to 127\.0\.0\.1:\d+$/);
  });

  it("gives up immediately on a host that doesn't have the file", async () => {
    const answer = 'HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';
    expect(await tryMirror((write) => write(answer)))
      .to.have.property('reason')
      .that.matches(/answered 404$/);
  });
});

describe('an unobtainable MongoDB', () => {
  it('is reported with every reason and with a command that helps', () => {
    const { message } = createMissingMongoError('the host cannot be reached', new Error('apt-get: exit code 1'));
    expect(message).to.include('the host cannot be reached');
    expect(message).to.include('apt-get: exit code 1');
    expect(message).to.include('docker compose up -d mongo rabbitmq redis');
    expect(message).to.include('MONGO_URL');
  });
});
