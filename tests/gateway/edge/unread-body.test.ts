import { connect, type Socket } from 'node:net';
import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import { type GatewayFixture, startGatewayFixture } from '../gateway-fixture.js';
import { json } from '../stub-service.js';

const mebibyte = 1_048_576;

/** One chunk of a body in chunks. */
function chunk(size: number): string {
  return `${size.toString(16)}\r\n${'a'.repeat(size)}\r\n`;
}

/** A connection that is written to as bytes, with all that came back. */
class Connection {
  readonly #socket: Socket;
  #seen = '';
  closed = false;

  constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.#socket = connect(Number(port), hostname);
    this.#socket.on('data', (data) => {
      this.#seen += data;
    });
    this.#socket.on('error', () => undefined);
    this.#socket.on('close', () => {
      this.closed = true;
    });
  }

  get seen(): string {
    return this.#seen;
  }

  /** Resolves when it is sent, or cannot be: the other side may close at any time. */
  write(text: string): Promise<void> {
    return new Promise((resolve) => this.#socket.write(text, () => resolve()));
  }

  close(): void {
    this.#socket.destroy();
  }
}

describe('gateway: a body that is not read to its end', () => {
  let gateway: GatewayFixture;
  let key: string;
  let connection: Connection;
  before(async () => {
    gateway = await startGatewayFixture();
    key = gateway.verification.make(['admin']);
  });
  after(() => gateway.stop());
  beforeEach(() => {
    gateway.stub.reset();
    connection = new Connection(gateway.live);
  });
  afterEach(() => connection.close());

  const head = (...headers: string[]) =>
    ['POST /v1/leads HTTP/1.1', 'Host: x', `Authorization: Bearer ${key}`, ...headers, '', ''].join('\r\n');
  const next = () => `GET /v1/leads/1 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`;
  const closedOrNext = () =>
    eventually(() => {
      const isAnswered = /\r\n\r\n[\s\S]*HTTP\/1\.1 200 /.test(connection.seen);
      const isClosed = connection.closed && /\r\nConnection: close\r\n/i.test(connection.seen);
      expect(isAnswered || isClosed, connection.seen).to.equal(true);
    });

  for (const megabytes of [1.3, 2, 5, 30]) {
    it(`is refused with 413 at ${megabytes} MiB in chunks, and the next request is answered or the connection closed`, async () => {
      await connection.write(head('Transfer-Encoding: chunked'));
      for (let left = megabytes * mebibyte; left > 0 && !connection.closed; left -= 65_536) {
        await connection.write(chunk(65_536));
      }
      await connection.write('0\r\n\r\n');
      await connection.write(next());
      await eventually(() => expect(connection.seen).to.match(/^HTTP\/1\.1 413 /));
      await closedOrNext();
      expect(gateway.stub.received.filter(({ method }) => method === 'POST')).to.deep.equal([]);
    });
  }

  it('gets its 413 while the client still sends, and does not keep the connection for ever', async () => {
    await connection.write(head('Transfer-Encoding: chunked'));
    await connection.write(chunk(2 * mebibyte));
    await eventually(() =>
      expect(connection.seen)
        .to.match(/^HTTP\/1\.1 413 /)
        .and.match(/"PAYLOAD_TOO_LARGE"/),
    );
    expect(connection.seen).to.match(/\r\nConnection: close\r\n/i);
    for (let sent = 0; sent < 64 && !connection.closed; sent += 1) await connection.write(chunk(mebibyte));
    await eventually(() => expect(connection.closed).to.equal(true));
  });

  it('of a length beyond what is read is refused with a connection that says it closes', async () => {
    await connection.write(head(`Content-Length: ${100 * mebibyte}`));
    await eventually(() => expect(connection.seen).to.match(/^HTTP\/1\.1 413 [\s\S]*\r\nConnection: close\r\n/i));
    for (let sent = 0; sent < 64 && !connection.closed; sent += 1) await connection.write('a'.repeat(mebibyte));
    await eventually(() => expect(connection.closed).to.equal(true));
  });

  for (const how of ['in chunks', 'with a length']) {
    it(`because the service has answered early does not hang the connection, ${how}`, async () => {
      gateway.stub.take = json(400, '{"code":"BAD_REQUEST","message":"No."}');
      const size = 15 * 65_536;
      await connection.write(head(how === 'in chunks' ? 'Transfer-Encoding: chunked' : `Content-Length: ${size}`));
      for (let sent = 0; sent < 15 && !connection.closed; sent += 1) {
        await connection.write(how === 'in chunks' ? chunk(65_536) : 'a'.repeat(65_536));
      }
      if (how === 'in chunks') await connection.write('0\r\n\r\n');
      await eventually(() => expect(connection.seen).to.match(/^HTTP\/1\.1 400 /));
      gateway.stub.take = null;
      await connection.write(next());
      await closedOrNext();
    });
  }

  it('that never comes after a refusal ends the connection without a second answer', async () => {
    const { api } = gateway.gateway.servers;
    const opened = new Promise<Socket>((resolve) => {
      api.once('request', ({ socket }) => resolve(socket));
    });
    await connection.write('POST /v1/leads HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{');
    const served = await opened;
    await eventually(() => expect(connection.seen).to.match(/^HTTP\/1\.1 401 /));
    const late = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    api.emit('clientError', late, served);
    await eventually(() => expect(connection.closed).to.equal(true));
    expect(connection.seen.match(/HTTP\/1\.1/g)).to.have.length(1);
  });
});
